PRAGMA application_id = 2004054627;
PRAGMA user_version = 1;
INSERT INTO claims VALUES ('a864e42d9fff4e96bf063912bce13133fabb979a3343d97be148ccc86fa346c2', 'dd014ee6d1bc893c3e5dc899e7554ab7b98f0e666855fcc46374f6049f186e7b', 'local', '', '', '', 'old', 'gmail.send', 'gmail_send', 'send', 'sha256:00',
	'unknown', 2, 4, '', 'd1', '', 'OUTCOME_UNKNOWN', '', 'ana@laptop', 'STAMP', 1796040000000, 1796040900000, 0);
INSERT INTO counts VALUES ('dd014ee6d1bc893c3e5dc899e7554ab7b98f0e666855fcc46374f6049f186e7b', 'send', '2026-11-30', 3);
INSERT INTO drafts VALUES ('d1', 'dd014ee6d1bc893c3e5dc899e7554ab7b98f0e666855fcc46374f6049f186e7b', 'local', '', '', '', 'unknown', 1, 3, CAST('{"a":1}' AS BLOB), '', 'STAMP', 1796040000000, 1796040900000, 1796644800000);
INSERT INTO bodies VALUES ('sha256:1', x'00ff', 1796040000000);
