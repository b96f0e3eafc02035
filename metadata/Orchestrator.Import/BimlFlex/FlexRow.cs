using System.Globalization;
using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Import.BimlFlex;

/// <summary>A row of an exported table: its values by the names of their columns, and where it stands.</summary>
internal sealed class FlexRow(Origin at)
{
    // How long a text without end is.
    private const string Max = "max";
    private const string Tab = "\t";

    private static readonly string[] Yes = ["true", "1", "y", "yes", "t"];
    private static readonly string[] No = ["false", "0", "n", "no", "f"];

    // What is one of these and cannot be read as such would be the same as if nothing stood there.
    private static readonly string[] Flags =
    [
        "persisthistory", "ownthread", "columnnamesinfirstrow", "unicode", "primarykey", "integrationkey", "sourcekey",
        "nullable", "derived", "executesqlonsource", "projectparameter", "notpersisted", "excludefrommodel",
        "excludebuild", "deleted",
    ];

    private static readonly string[] Numbers =
    [
        "threads", "concurrency", "retrycount", "retryinterval", "datarowstoskip", "codepage", "length", "precision",
        "scale", "ordinal", "mappedtolength", "mappedtoprecision", "mappedtoscale",
    ];

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
        // A tab alone is what parts the columns of a file.
        var text = value == Tab ? value : value.Trim();
        if (text.Length > 0 && text != "NULL" && _values.TryAdd(Key(column), text))
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
        return text.Equals(Max, StringComparison.OrdinalIgnoreCase) ? -1
            : int.TryParse(end, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) ? number
            : null;
    }

    /// <summary>What a column has to hold and does not; null = nothing is wrong with it.</summary>
    /// <param name="column">Its name as <see cref="Key"/> makes it.</param>
    public string? Unread(string column) =>
        Flags.Contains(column) && Flag(column) is null ? "yes or no"
            : Numbers.Contains(column) && Number(column) is null ? "a whole number" : null;
}
