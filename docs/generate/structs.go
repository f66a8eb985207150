package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
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

// readStructs finds what swag does not look at: which members may be null, and
// which may be missing. By name in the description.
func readStructs(dir string) (map[string]structType, error) {
	notTest := func(f fs.FileInfo) bool { return !strings.HasSuffix(f.Name(), "_test.go") }
	packages, err := parser.ParseDir(token.NewFileSet(), dir, notTest, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	specs := map[string]*ast.TypeSpec{}
	for _, file := range packages["api"].Files {
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.TypeSpec); ok {
				specs[spec.Name.Name] = spec
			}
			return true
		})
	}
	named := map[string]structType{}
	for goName, spec := range specs {
		if name := schemaName.FindStringSubmatch(spec.Comment.Text()); name != nil {
			named[name[1]] = structType{fields: fieldsOf(specs, goName), request: strings.HasSuffix(goName, "Body")}
		}
	}
	return named, nil
}

func fieldsOf(specs map[string]*ast.TypeSpec, goName string) (fields []field) {
	for _, f := range specs[goName].Type.(*ast.StructType).Fields.List {
		if len(f.Names) == 0 {
			fields = append(fields, fieldsOf(specs, f.Type.(*ast.Ident).Name)...)
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
	return fields
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
