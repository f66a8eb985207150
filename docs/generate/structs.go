package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
)

// field is a member of a JSON object as its Go type has it.
type field struct {
	name     string
	goType   string // without pointers
	optional bool   // left out where it is empty
	nullable bool
}

// structType is a Go struct that has a name in the description.
type structType struct {
	fields  []field
	request bool // the body of a request
}

var schemaName = regexp.MustCompile(`@name (\w+)`)

// readStructs finds what swag does not look at in the packages below a folder:
// which members may be null, and which may be missing. By name in the
// description.
func readStructs(dir string) (map[string]structType, error) {
	specs, err := typesBelow(dir)
	if err != nil {
		return nil, err
	}
	named := map[string]structType{}
	for goName, spec := range specs {
		if name := schemaName.FindStringSubmatch(spec.Comment.Text()); name != nil {
			fields, err := specs.fieldsOf(goName)
			if err != nil {
				return nil, err
			}
			named[name[1]] = structType{fields, strings.HasSuffix(goName, "Body")}
		}
	}
	return named, nil
}

// typeSpecs are declarations of types by their names, as in view.Game.
type typeSpecs map[string]*ast.TypeSpec

// typesBelow reads the types of all packages in a folder and below it. Two
// packages with one name share the names of their types.
func typesBelow(dir string) (typeSpecs, error) {
	specs := typeSpecs{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				specs[file.Name.Name+"."+spec.Name.Name] = spec
			}
			return true
		})
		return nil
	})
	return specs, err
}

// fieldsOf lists the fields of a struct, those of embedded ones too.
func (specs typeSpecs) fieldsOf(goName string) (fields []field, err error) {
	spec, known := specs[goName]
	if !known {
		return nil, fmt.Errorf("%s is not among the types of api", goName)
	}
	object, ok := spec.Type.(*ast.StructType)
	if !ok {
		return nil, fmt.Errorf("%s has a name in the description and is no struct", goName)
	}
	pkg, _, _ := strings.Cut(goName, ".")
	for _, f := range object.Fields.List {
		if len(f.Names) == 0 {
			embedded := typeText(f.Type)
			if !strings.Contains(embedded, ".") {
				embedded = pkg + "." + embedded
			}
			inner, err := specs.fieldsOf(embedded)
			if err != nil {
				return nil, err
			}
			fields = append(fields, inner...)
			continue
		}
		if f.Tag == nil {
			continue
		}
		name, options, _ := strings.Cut(reflect.StructTag(strings.Trim(f.Tag.Value, "`")).Get("json"), ",")
		optional := options == "omitempty"
		stars, t := 0, f.Type
		for pointer, ok := t.(*ast.StarExpr); ok; pointer, ok = t.(*ast.StarExpr) {
			stars, t = stars+1, pointer.X
		}
		if optional {
			stars-- // that pointer says whether it is there
		}
		fields = append(fields, field{name: name, goType: typeText(t), optional: optional, nullable: stars > 0})
	}
	return fields, nil
}

// typeText is the name of a type, with its package; "" for types without one.
func typeText(t ast.Expr) string {
	switch t := t.(type) {
	case *ast.Ident:
		return t.Name
	case *ast.SelectorExpr:
		return t.X.(*ast.Ident).Name + "." + t.Sel.Name
	}
	return ""
}
