// Package pictures serves boards and games as SVG, PNG and animations.
package pictures
