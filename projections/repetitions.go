package projections

// repetitionColumns hold how often the present position has occurred, now
// included.
var repetitionColumns = []column{
	{"repetitions", "INTEGER NOT NULL", byTurns, func(s *Summary) cell { return integer[int]{&s.Repetitions} }},
}
