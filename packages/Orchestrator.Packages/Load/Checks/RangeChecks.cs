using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Checks;

/// <summary>What a load of a range needs, found in the metadata alone.</summary>
internal static class RangeChecks
{
    private const string Hint =
        "Write `range: {column: …, from: …, to: …}` over a column of `columns` with a number, date or time as "
        + "`dataType`; `from` is in the range, `to` is the first value behind it, one of the two may be left out.";

    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, IPlatform platform)
    {
        var range = definition.Load.Range;
        if (definition.Load.Pattern.Value != LoadPattern.ReplaceRange)
        {
            return range.Value is not null
                ? [NameChecks.Error("ORC1303", range.At,
                    $"`range` says which rows are replaced; {definition.Load.Pattern.Value} knows none.",
                    "Take `range` out, or use `pattern: ReplaceRange`.")]
                : [];
        }

        var at = range.At.Line > 0 ? range.At : definition.At;
        return Mistake(definition, platform) is { } mistake ? [NameChecks.Error("ORC1322", at, mistake, Hint)] : [];
    }

    private static string? Mistake(ObjectDefinition definition, IPlatform platform)
    {
        if (definition.Load.Range.Value is not { } range || (range.From ?? range.To) is null)
        {
            return $"'{definition.Name}' replaces a range of rows, and no `range` says which.";
        }

        if (definition.Columns.FirstOrDefault(column => column.Name == range.Column) is not { } column)
        {
            return $"The range of '{definition.Name}' is over '{range.Column}', which is none of its columns.";
        }

        if (column.DataType is not { } type || !RowRange.Knows(type) || platform.Dialect.OrderRefusal(type) is not null)
        {
            return $"The column '{range.Column}' is {column.DataType?.ToString() ?? "of no declared type"}, whose "
                + $"order {platform.Name} and the engine do not both know.";
        }

        // A limit that the database rounds would delete other rows than those that may be loaded.
        try
        {
            return RowRange.Of(type, range.From, range.To).IsEmpty
                ? $"No value is in the range of '{definition.Name}': `from` is not before `to`."
                : !RowRange.IsKept(type, range.From, range.To, platform.Dialect)
                ? $"A limit of the range of '{definition.Name}' has more digits than {platform.Name} keeps in {type}: "
                    + "it would be rounded, and other rows deleted than are in the range."
                : null;
        }
        catch (DataRefusedException refused)
        {
            return $"A limit of the range of '{definition.Name}' is no {type}: {refused.Message}";
        }
    }
}
