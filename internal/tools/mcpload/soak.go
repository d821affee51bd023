package main

func (w world) soak(options) error { return nil }
