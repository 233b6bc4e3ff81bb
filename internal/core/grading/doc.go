// Package grading judges graded early warnings (domain thresholds.md section 5): a single grading judges several value
// types of one attribute at each reading of a point, a multi grading judges several attributes or points together.
//
// Both are folds in the order of event time, and pure functions of the judged results, the dated settings and the
// decisions of people. What a fold takes in is a Reading. Another source, such as the findings of inspections, joins as
// another kind of Condition with its readings; nothing else here knows where readings come from.
package grading
