package wasi

func clockRes(_ *System, m Memory, a []uint64) Errno {
	if id := uint32(a[0]); id != clockReal && id != clockMono {
		return Invalid
	}
	return inside(m.WriteUint64Le(uint32(a[1]), step))
}

func clockTime(s *System, m Memory, a []uint64) Errno {
	var t uint64
	switch uint32(a[0]) {
	case clockReal:
		t = uint64(s.now.UnixNano())
	case clockMono:
		t = uint64(s.nanotime())
	default: // CPU time would tell one machine from another
		return Invalid
	}
	return inside(m.WriteUint64Le(uint32(a[2]), t))
}

// fdstat describes the three standard streams as terminals without any
// ability but to read or write.
func fdstat(_ *System, m Memory, a []uint64) Errno {
	fd := uint32(a[0])
	if fd > stderr {
		return BadFile
	}
	var stat [lenFdstat]byte
	stat[0] = charDevice
	if stat[8] = rightRead; fd != stdin {
		stat[8] = rightWrite
	}
	return inside(m.Write(uint32(a[1]), stat[:]))
}

// fdRead finds standard input at its end.
func fdRead(_ *System, m Memory, a []uint64) Errno {
	if uint32(a[0]) != stdin {
		return BadFile
	}
	return inside(m.WriteUint32Le(uint32(a[3]), 0))
}

func fdWrite(s *System, m Memory, a []uint64) Errno {
	fd, iovs, count := uint32(a[0]), uint32(a[1]), uint32(a[2])
	switch {
	case fd == stdin || fd > stderr:
		return BadFile
	case count > maxIovecs:
		return Invalid
	}
	total := uint32(0)
	for i := range count {
		at, ok1 := m.ReadUint32Le(iovs + 8*i)
		n, ok2 := m.ReadUint32Le(iovs + 8*i + 4)
		if !ok1 || !ok2 {
			return Fault
		}
		p, ok := m.Read(at, n)
		if !ok {
			return Fault
		}
		s.Print(p)
		total += n
	}
	return inside(m.WriteUint32Le(uint32(a[3]), total))
}

func random(s *System, m Memory, a []uint64) Errno {
	p, ok := m.Read(uint32(a[0]), uint32(a[1]))
	if !ok {
		return Fault
	}
	_, _ = s.rng.Read(p) // never fails
	return Success
}

func procExit(s *System, _ Memory, a []uint64) Errno {
	s.Exit(uint32(a[0]))
	return Success
}
