using System.Data.Common;

namespace Orchestrator.Data.Servers;

/// <summary>A load table that is made as its target is: what questions about both are told, and how it is refused.
/// </summary>
public static class ShadowTable
{
    /// <summary>The values of questions about a load table and its target.</summary>
    public static IReadOnlyList<(string Name, object? Value)> Values(TableName load, TableName target) =>
        [("schema", target.Schema), ("name", target.Name), ("load_schema", load.Schema), ("load", load.Name)];

    /// <summary>One row of what `shadow_build` answers: what is made, for a message, and the statement.</summary>
    public static (string What, string Statement) Part(DbDataReader row) => (row.GetString(0), row.GetString(1));

    /// <summary>The target is no longer as it was when the load table was made.</summary>
    public static DataRefusedException Changed(TableName target) => new(
        "ORC3470", $"The table '{target}' was changed while rows for it were loaded, so that the loaded table is no "
        + "longer made as it is. Nothing was published; run it again.");

    /// <summary>An index or constraint of the target refuses the rows.</summary>
    /// <param name="what">The kind and name of what refuses them.</param>
    /// <param name="why">What the server says of it, with its number.</param>
    /// <param name="fault">The refusal.</param>
    public static DataRefusedException Refused(TableName target, string what, string why, Exception fault) => new(
        "ORC3471", $"The rows cannot take the place of those of '{target}', because of its {what}: {why}. Nothing was "
        + "published; with `swap: transaction` and `onError: redirect` the rows at fault are rejected alone.", fault);
}
