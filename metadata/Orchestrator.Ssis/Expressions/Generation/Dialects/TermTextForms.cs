using Orchestrator.Ssis.Expressions.Generation.Parts;

namespace Orchestrator.Ssis.Expressions.Generation.Dialects;

/// <summary>How a dialect writes texts and their functions: characters told apart by their code, blanks counted.
/// </summary>
internal abstract class TermTextForms
{
    /// <summary>A character beyond U+FFFF counts as two, as in the language.</summary>
    public virtual bool CountsUnits => false;

    /// <summary>Places and numbers of characters have 32 bits.</summary>
    public virtual bool CountsInWords => false;

    /// <summary>Upper and lower case of each character are those of the language.</summary>
    public virtual bool KeepsCases => false;

    /// <summary>A text in quotes.</summary>
    public virtual string Literal(string text) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";

    public abstract SqlPart Join(SqlPart left, SqlPart right);

    /// <summary>A comparison of two texts by the codes of their characters.</summary>
    public abstract string Compared(SqlPart left, string sign, SqlPart right);

    /// <summary>Characters that the dialect counts.</summary>
    public abstract string Length(SqlPart text);

    /// <summary>UTF-16 units, where the dialect can tell; else null.</summary>
    public virtual string? Units(SqlPart text) => null;

    /// <summary>Some character lies beyond U+FFFF.</summary>
    public abstract string HasPairs(SqlPart text);

    /// <summary>Some character is none of those.</summary>
    public abstract string HasOther(SqlPart text, SqlCharacters known);

    /// <summary>No character is a digit; null where the dialect cannot tell.</summary>
    public virtual string? NoDigit(SqlPart text) => null;

    /// <summary>Bytes of it in UTF-8; null where the dialect cannot tell.</summary>
    public abstract string? Utf8Bytes(SqlPart text);

    /// <summary>Where it stands for the first time; 0 where it does not.</summary>
    public abstract string Position(SqlPart text, SqlPart sought);

    /// <summary>Where it stands for the first time behind a place that is above 0.</summary>
    public abstract string PositionBehind(SqlPart text, SqlPart sought, SqlPart place);

    /// <summary>So many characters from a place, the first being 1.</summary>
    public virtual string Substring(SqlPart text, SqlPart from, SqlPart count) =>
        $"substr({text.Text}, {from.Text}, {count.Text})";

    public virtual string Left(SqlPart text, SqlPart count) => $"left({text.Text}, {count.Text})";

    public virtual string Right(SqlPart text, SqlPart count) => $"right({text.Text}, {count.Text})";

    public virtual string Trim(SqlPart text) => $"trim({text.Text})";

    public virtual string TrimStart(SqlPart text) => $"ltrim({text.Text})";

    public virtual string TrimEnd(SqlPart text) => $"rtrim({text.Text})";

    public virtual string Upper(SqlPart text) => $"upper({text.Text})";

    public virtual string Lower(SqlPart text) => $"lower({text.Text})";

    /// <summary>Characters whose case the two change as the language does.</summary>
    public virtual SqlCharacters Cased => SqlCharacters.Cased;

    public virtual string Replace(SqlPart text, SqlPart sought, SqlPart instead) =>
        $"replace({text.Text}, {sought.Text}, {instead.Text})";

    public abstract string Repeat(SqlPart text, SqlPart times);

    /// <summary>Null where the dialect has nothing for it.</summary>
    public virtual string? Reverse(SqlPart text) => $"reverse({text.Text})";

    /// <summary>The code of the first character; NULL of an empty text.</summary>
    public abstract string Code(SqlPart text);

    /// <summary>The n-th piece between delimiters, NULL where there are fewer; null where the dialect has nothing.
    /// </summary>
    public virtual string? Token(SqlPart text, string delimiters, int number) => null;

    /// <summary>How many pieces there are; null where the dialect has nothing for it.</summary>
    public virtual string? Tokens(SqlPart text, string delimiters) => null;
}
