using Orchestrator.Data;
using Orchestrator.Packages.Load.Source;

namespace Orchestrator.Packages.Load.Publish;

/// <summary>A constraint of the target, met when a load table was published.</summary>
internal static class PublishRefusal
{
    private const int ValueMax = 60;

    /// <summary>The failure with the constraint, its columns and, where it was found, the first row at fault.</summary>
    public static DataRefusedException Of(
        DatabaseFault refused, TableName table, LoadColumns columns, RefusedRow? row, Exception fault) => new(
            "ORC3412",
            $"{(row is null ? "A row" : $"The row {Key(columns, row)}")} was refused by the table '{table}': "
            + $"{refused.Text.TrimEnd('.')}. {refused.Advice}",
            fault);

    private static string Key(LoadColumns columns, RefusedRow row)
    {
        var key = columns.Guarded.Index().Where(column => column.Item.Key > 0).OrderBy(column => column.Item.Key);
        var shown = string.Join(", ", key.Select(
            column => $"{column.Item.Name}={Shown(column.Item, row.Values[column.Index])}"));
        return shown.Length > 0 ? shown : $"number {row.Number} of those that were not rejected";
    }

    private static string Shown(GuardColumn column, string? value)
    {
        if (column.Sensitive)
        {
            return "(sensitive)";
        }

        var text = value ?? "NULL";
        return text.Length > ValueMax ? text[..ValueMax] + "…" : text;
    }
}
