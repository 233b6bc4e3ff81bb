package project

// Placed is a point with its place in the tree.
type Placed struct {
	ID, StructureID, ItemID int64
	Node                    *Node
}

// PointsIn returns the points of a tree below a structure or item; 0 means all.
func PointsIn(tree []Node, below int64) []Placed {
	var found []Placed
	var walk func(nodes []Node, structure, item int64, inside bool)
	walk = func(nodes []Node, structure, item int64, inside bool) {
		for i := range nodes {
			n := &nodes[i]
			switch n.Kind {
			case PointNode:
				if inside {
					found = append(found, Placed{n.ID, structure, item, n})
				}
			case StructureNode:
				walk(n.Children, n.ID, 0, inside || n.ID == below)
			case ItemNode:
				walk(n.Children, structure, n.ID, inside || n.ID == below)
			}
		}
	}
	walk(tree, 0, 0, below == 0)
	return found
}
