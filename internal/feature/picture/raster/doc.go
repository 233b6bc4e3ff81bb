// Package raster turns the SVG that the charts write into PNG: paths, rectangles, polygons, clips and text in an embedded
// font. It reads the part of SVG that echarts writes and rejects anything else, so that nothing goes missing unnoticed.
package raster
