using Orchestrator.Ssis.Expressions.Generation.Parts;

namespace Orchestrator.Ssis.Expressions.Generation.Dialects;

/// <summary>Texts in SQLite, whose columns may have a collation of their own and whose cases end with ASCII.</summary>
internal sealed class SqliteTermTexts : TermTextForms
{
    private const char Hyphen = '-';

    public override SqlPart Join(SqlPart left, SqlPart right) =>
        new($"{left.In(SqlLevel.Join)} || {right.Atom}", SqlLevel.Join);

    public override string Compared(SqlPart left, string sign, SqlPart right) =>
        $"{left.Atom} COLLATE BINARY {sign} {right.In(SqlLevel.Join)}";

    public override string Length(SqlPart text) => $"length({text.Text})";

    public override string HasPairs(SqlPart text) =>
        $"{text.Atom} GLOB '*[' || char(65536) || '-' || char(1114111) || ']*'";

    public override string HasOther(SqlPart text, SqlCharacters known)
    {
        var codes = known.Ranges.Select(range => range.First == range.Last
            ? $"{(int)range.First}" : $"{(int)range.First}, {(int)Hyphen}, {(int)range.Last}");
        return $"{text.Atom} GLOB '*[^' || char({string.Join(", ", codes)}) || ']*'";
    }

    public override string NoDigit(SqlPart text) => $"{text.Atom} NOT GLOB '*[0-9]*'";

    public override string Utf8Bytes(SqlPart text) => $"length(CAST({text.Text} AS BLOB))";

    public override string Position(SqlPart text, SqlPart sought) => $"instr({text.Text}, {sought.Text})";

    public override string PositionBehind(SqlPart text, SqlPart sought, SqlPart place)
    {
        var rest = $"instr(substr({text.Text}, {place.In(SqlLevel.Sum)} + 1), {sought.Text})";
        return $"CASE WHEN {rest} = 0 THEN 0 ELSE {place.In(SqlLevel.Sum)} + {rest} END";
    }

    public override string Left(SqlPart text, SqlPart count) => $"substr({text.Text}, 1, {count.Text})";

    // A place below zero counts from the end, and 0 is none.
    public override string Right(SqlPart text, SqlPart count) =>
        $"substr({text.Text}, max(length({text.Text}) - {count.In(SqlLevel.Product)}, 0) + 1)";

    public override SqlCharacters Cased => SqlCharacters.Ascii;

    public override string Repeat(SqlPart text, SqlPart times) =>
        $"replace(substr(hex(zeroblob(({times.In(SqlLevel.Sum)} + 1) / 2)), 1, {times.Text}), '0', {text.Text})";

    public override string? Reverse(SqlPart text) => null;

    public override string Code(SqlPart text) => $"unicode({text.Text})";
}
