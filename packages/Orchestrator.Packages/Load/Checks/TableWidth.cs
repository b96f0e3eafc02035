using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Scd;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Checks;

/// <summary>
/// How many columns a load needs in its target and in the tables beside it, held against how many a table can have, and
/// how long these may be.
/// </summary>
internal static class TableWidth
{
    /// <summary>What is too wide, found in the metadata alone; nothing where the source says which columns there are.
    /// </summary>
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, IPlatform platform)
    {
        if (definition.Columns.Count == 0)
        {
            return [];
        }

        var written = LoadStatements.ColumnsOf(definition);
        var hasNumbers = definition.Absorb is null
            && LoadContract.HasRowNumbers(
                definition, LoadContract.Publish(definition, FoundTarget.Missing(platform, definition)));
        var versions = VersionColumns.Of(definition, written, column => column);
        return Refusal(definition, platform, written, versions, hasNumbers) is { } why
            ? [NameChecks.Error("ORC1349", definition.At, why, "Load fewer columns into it, or see `explain ORC1349`.")]
            : [];
    }

    /// <summary>Refuses a load before its first row.</summary>
    /// <param name="definition">The load.</param>
    /// <param name="platform">The platform of its target.</param>
    /// <param name="hasNumbers">Whether the rows of its load table are numbered.</param>
    /// <exception cref="PackageRefusedException">A table would have more columns than it can.</exception>
    public static void Refuse(
        ObjectDefinition definition, IPlatform platform, LoadColumns columns, bool hasNumbers)
    {
        if (Refusal(definition, platform, columns.Target, columns.Versions, hasNumbers) is { } why)
        {
            throw Refused(why);
        }
    }

    /// <summary>Refuses a buffer that would have more columns than a table can.</summary>
    /// <exception cref="PackageRefusedException">It would.</exception>
    public static void RefuseBuffer(ObjectDefinition definition, Dialect dialect, string platform)
    {
        if (OfBuffer(definition, dialect, platform) is { } why)
        {
            throw Refused(why);
        }
    }

    private static PackageRefusedException Refused(string why) => new(
        "ORC3418", ErrorClass.Config, "open", $"{why} Load fewer columns into it, or see `explain ORC3418`.");

    private static string? Refusal(
        ObjectDefinition definition, IPlatform platform, IReadOnlyList<RowColumn> written,
        IReadOnlyList<RowColumn> versions, bool hasNumbers)
    {
        var (dialect, name) = (platform.Dialect, definition.Target.Name);
        return (definition.Target.Create ? TooLong(name, [.. written, .. versions], dialect, platform.Name) : null)
            ?? (definition.Absorb is not null ? OfBuffer(definition, dialect, platform.Name)
            : TooMany(written.Count + versions.Count, $"'{name}'", "", dialect, platform.Name)
            ?? (hasNumbers ? TooMany(
                written.Count + 1, $"the load table of '{name}'", ", one of them for the number of each row", dialect,
                platform.Name) : null)
            ?? (definition.Scd is null ? null : ScdWidth.Refusal(definition, platform, written, versions)));
    }

    private static string? TooLong(
        string table, IReadOnlyList<RowColumn> columns, Dialect dialect, string platform) =>
        dialect.WidthRefusal(columns) is { } why ? $"'{table}' cannot be a table of {platform}: {why}." : null;

    // Beside the columns of the target it numbers rows, and says since when each is there.
    private static string? OfBuffer(ObjectDefinition definition, Dialect dialect, string platform) => TooMany(
        definition.Columns.Count + 2, $"the buffer of '{definition.Target.Name}'",
        ", two of them for the number of each row and its time", dialect, platform);

    /// <summary>That a table would have too many, as a sentence; null where they have room.</summary>
    /// <param name="count">How many it would have.</param>
    /// <param name="table">Which table.</param>
    /// <param name="whatFor">What the engine needs some of them for.</param>
    /// <param name="dialect">How the platform writes.</param>
    /// <param name="platform">Its name.</param>
    public static string? TooMany(int count, string table, string whatFor, Dialect dialect, string platform) =>
        count <= dialect.ColumnsMax ? null
            : $"A table in {platform} has at most {dialect.ColumnsMax} columns, and {table} would have {count}"
                + $"{whatFor}.";
}
