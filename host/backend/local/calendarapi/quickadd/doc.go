// Package quickadd reads one line such as "Lunch with Ann tomorrow 12:30-13:30"
// and finds the title and the time in it.
//
// It knows English words and these forms, in any letter case; what it does
// not know stays in the title:
//
//   - days: today, tomorrow, a weekday (the next one, this day included;
//     "next monday" is never today), in 3 days, in 2 weeks, 2030-05-12,
//     12 May, 12th of May 2030, May 12, May 12th, 2030. "on" may go before.
//     A day and month without a year is the next one.
//   - times: 3pm, 3:30 pm, 15:00, noon, midnight, at 15, at 3; "at" may go
//     before. A bare number counts only after "at".
//   - spans: 15:00-16:00, 3-4pm, 3pm - 4:30pm, from 3pm to 5pm, 3pm until 5pm
//   - lengths: for 2 hours, for 30 minutes, for 1.5 hours, for an hour
//
// A day without a time is an all-day event. A time without a day is today, or
// tomorrow where that time has passed. A time without an end or a length takes
// an hour. Neither day nor time: now, for an hour, as the service does it.
package quickadd
