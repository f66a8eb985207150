package game

import (
	"strings"

	"github.com/janggid/janggid/domain/janggi"
)

// Source says which record a game was made of. A game that was played here has
// none.
type Source struct {
	Comments   []SourceComment `json:"comments,omitempty"`    // in their order
	Cut        *Cut            `json:"cut,omitempty"`         // where the record leaves the rules
	Digest     string          `json:"digest"`                // of what the record tells, hex: the same game has the same
	ExternalID string          `json:"external_id,omitempty"` // under which the importer knows it
	File       string          `json:"file,omitempty"`        // name of the file, where there was one
	Format     string          `json:"format"`                // gib, pgn, uci or json
	ImportedBy string          `json:"imported_by,omitempty"` // id of the player; none for an import by the server's operator
	Line       int             `json:"line,omitempty"`        // on which the game begins
	Replaces   string          `json:"replaces,omitempty"`    // id of the game that this one corrects
	Tags       []SourceTag     `json:"tags"`                  // as written, in their order
	Turns      int             `json:"turns"`                 // that the record has, those after a cut included
}

// SourceFacts are what a state keeps of a Source: all but the tags and comments,
// which may be hundreds of kilobytes and are read from the game's first event
// when somebody asks for them.
type SourceFacts struct {
	Cut        *Cut   `json:"cut,omitempty"`
	Digest     string `json:"digest"`
	ExternalID string `json:"external_id,omitempty"`
	File       string `json:"file,omitempty"`
	Format     string `json:"format"`
	ImportedBy string `json:"imported_by,omitempty"`
	Line       int    `json:"line,omitempty"`
	Replaces   string `json:"replaces,omitempty"`
	Turns      int    `json:"turns"`
}

// Facts copies the facts into memory of their own: a record's texts may share
// that of a whole file. nil for nil.
func (s *Source) Facts() *SourceFacts {
	if s == nil {
		return nil
	}
	f := &SourceFacts{
		Digest: strings.Clone(s.Digest), ExternalID: strings.Clone(s.ExternalID), File: strings.Clone(s.File),
		Format: strings.Clone(s.Format), ImportedBy: strings.Clone(s.ImportedBy), Line: s.Line,
		Replaces: strings.Clone(s.Replaces), Turns: s.Turns,
	}
	if c := s.Cut; c != nil {
		f.Cut = &Cut{
			At: strings.Clone(c.At), Code: strings.Clone(c.Code), Move: strings.Clone(c.Move),
			Ply: c.Ply, Reason: strings.Clone(c.Reason),
		}
	}
	return f
}

// SourceTag is a tag of a record, such as 대회명 or Event.
type SourceTag struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// SourceComment is text that a record has between its moves.
type SourceComment struct {
	Ply  int    `json:"ply"` // the moves before it
	Text string `json:"text"`
}

// Cut says at which move a record leaves the rules.
type Cut struct {
	At     string `json:"at,omitempty"`     // illegal_move: the point that is in the way
	Code   string `json:"code"`             // illegal_move, pass_in_check or moves_after_end
	Move   string `json:"move"`             // as written
	Ply    int    `json:"ply"`              // of the move that was not played, from 1
	Reason string `json:"reason,omitempty"` // illegal_move: why
}

// nameTags are the tags by which the formats name a side's player.
var nameTags = [2][]string{
	janggi.Cho: {"초대국자", "White", "Cho"},
	janggi.Han: {"한대국자", "Black", "Han"},
}

// NameTags are the names of the tags that hold a side's player, the Korean
// record's first, then PGN's.
func NameTags(side janggi.Side) []string { return nameTags[side] }

// Name is a side's player as the record names it; "" where it does not.
func (s *Source) Name(side janggi.Side) string {
	if s == nil {
		return ""
	}
	for _, name := range nameTags[side] {
		if value := s.Tag(name); value != "" {
			return value
		}
	}
	return ""
}

// Tag is the value of the first tag of a name.
func (s *Source) Tag(name string) string {
	for i := range s.Tags {
		if s.Tags[i].Name == name {
			return s.Tags[i].Value
		}
	}
	return ""
}
