using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.BimlFlex;

/// <summary>A row of an exported table: its values by the names of their columns, and where it stands.</summary>
internal sealed class FlexRow(Origin at)
{
    private static readonly string[] Yes = ["true", "1", "y", "yes", "t"];
    private static readonly string[] No = ["false", "0", "n", "no", "f"];

    private readonly Dictionary<string, string> _values = new(StringComparer.Ordinal);

    public Origin At { get; } = at;

    /// <summary>The columns that hold something, as the export calls them.</summary>
    public List<string> Columns { get; } = [];

    /// <summary>A name as names are compared: its letters and digits alone, without `Is` before it.</summary>
    public static string Key(string name)
    {
        var key = string.Concat(name.Where(char.IsLetterOrDigit)).ToLowerInvariant();
        return name.Length > 3 && name.StartsWith("is", StringComparison.OrdinalIgnoreCase)
            && (char.IsUpper(name[2]) || name[2] is ' ' or '_') ? key[2..] : key;
    }

    /// <summary>Sets a value; an empty one and NULL are none.</summary>
    public void Set(string column, string value)
    {
        if (!string.IsNullOrWhiteSpace(value) && !value.Equals("NULL", StringComparison.Ordinal)
            && _values.TryAdd(Key(column), value.Trim()))
        {
            Columns.Add(column);
        }
    }

    /// <summary>The value of the first of these columns that has one; empty = none has.</summary>
    /// <param name="columns">Their names as <see cref="Key"/> makes them.</param>
    public string Text(params ReadOnlySpan<string> columns)
    {
        foreach (var column in columns)
        {
            if (_values.TryGetValue(column, out var value))
            {
                return value;
            }
        }

        return "";
    }

    /// <summary>Whether a column says yes; null where it says neither yes nor no.</summary>
    public bool? Flag(params ReadOnlySpan<string> columns)
    {
        var text = Text(columns).ToLowerInvariant();
        return Yes.Contains(text) ? true : No.Contains(text) ? false : null;
    }

    /// <summary>A whole number; null where there is none.</summary>
    public int? Number(params ReadOnlySpan<string> columns)
    {
        var text = Text(columns);
        var end = text.EndsWith(".0", StringComparison.Ordinal) ? text[..^2] : text;
        return int.TryParse(end, out var number) ? number : null;
    }
}
