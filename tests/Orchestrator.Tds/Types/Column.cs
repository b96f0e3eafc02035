using System.Text.RegularExpressions;

namespace Orchestrator.Tds;

/// <summary>A column of a declared table or of a result.</summary>
public sealed partial record Column(string Name, TdsType Type)
{
    /// <summary>Whether NULL is allowed. Default: yes.</summary>
    public bool IsNullable { get; init; } = true;

    /// <summary>Whether the server numbers the rows. Default: no.</summary>
    public bool IsIdentity { get; init; }

    /// <summary>Whether the server computes the value. Default: no.</summary>
    public bool IsComputed { get; init; }

    /// <summary>Reads <c>Id int not null identity</c>, <c>[My name] text</c>, <c>Sum int computed</c>.</summary>
    /// <exception cref="FormatException">The text is not a column.</exception>
    public static Column Parse(string text)
    {
        if (Declaration().Match(text) is not { Success: true } match)
        {
            throw new FormatException($"'{text}' is not a column; expected one like 'Id int not null'");
        }

        var marks = match.Groups["mark"].Captures.Select(mark => Blanks().Replace(mark.Value, " ").ToLowerInvariant())
            .ToArray();
        return new(match.Groups["name"].Value, TdsType.Parse(match.Groups["type"].Value))
        {
            IsNullable = !marks.Contains("not null"),
            IsIdentity = marks.Contains("identity"),
            IsComputed = marks.Contains("computed"),
        };
    }

    /// <summary>The column as it is declared.</summary>
    public override string ToString() =>
        $"{Name} {Type}{Mark(!IsNullable, "not null")}{Mark(IsIdentity, "identity")}{Mark(IsComputed, "computed")}";

    private static string Mark(bool isSet, string mark) => isSet ? " " + mark : "";

    [GeneratedRegex(
        @"^\s*(\[(?<name>[^\]]*)\]|(?<name>\S+))\s+(?<type>.+?)(\s+(?<mark>not\s+null|null|identity|computed))*\s*$",
        RegexOptions.IgnoreCase)]
    private static partial Regex Declaration();

    [GeneratedRegex(@"\s+")]
    private static partial Regex Blanks();
}
