// Package grading keeps the gradings of projects, judges graded early warnings by them, and has what people do about a
// warning: emergency plans with responders and a response clock, actions, and the contingency plan of the project.
//
// Stage 2 marks changed points of projects in graded_project. A worker of any server takes a project with marks, locks its
// row, judges from the marks on, and stores alerts, messages and the cleared marks in one transaction. So several servers,
// late data and restarts give the same warnings.
package grading
