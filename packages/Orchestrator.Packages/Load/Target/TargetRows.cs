using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Target;

/// <summary>Rows of the target that a load did not write itself.</summary>
internal static class TargetRows
{
    /// <summary>What has become of rows that were committed before a load failed.</summary>
    public const string WhatStands = "what was committed before stands, as `swap: inPlace` with `commitRows` says";

    /// <summary>
    /// Takes back the rows of attempts without a success: a watermark moves with the record of one, so that what they
    /// read is read again.
    /// </summary>
    public static void TakeBack(
        IDatabase database, TableName table, ObjectDefinition definition, WatermarkStart? start)
    {
        var dialect = database.Platform.Dialect;
        if (start is { IsFullRefresh: true })
        {
            database.Execute(dialect.DeleteAll(table));
        }

        foreach (var attempt in start?.Unfinished ?? [])
        {
            database.Execute(dialect.DeleteWith(table, AuditColumn(definition)), ("value", attempt));
        }
    }

    /// <summary>Refuses a full refresh of a target that other loads add to: their rows would go with it.</summary>
    /// <exception cref="PackageRefusedException">There is another one.</exception>
    public static void RefuseToEmptyForOthers(ObjectDefinition definition, Solution solution)
    {
        if (OtherLoad(definition, solution) is { } other)
        {
            throw new PackageRefusedException("ORC3580", ErrorClass.Config, "open",
                $"--full-refresh would empty '{definition.Target.Name}' and load it anew, and with it the rows of "
                + $"'{other.FullName}' would be gone. Give each a target of its own, or empty it by hand, "
                + "reset the watermark of each (`orchestrator watermarks reset`), and run without --full-refresh.");
        }
    }

    /// <summary>Another load of the solution that writes the same table; null = there is none.</summary>
    public static ObjectDefinition? OtherLoad(ObjectDefinition definition, Solution solution) =>
        TableWriters.OfSameTable(definition, solution).FirstOrDefault(one =>
            (one.Project, one.Name) != (definition.Project, definition.Name)
            && Addresses.IsSame(definition, one, solution));

    /// <summary>The column that holds the attempt of a row; Append with a watermark is refused without one.</summary>
    public static string AuditColumn(ObjectDefinition definition) =>
        definition.SystemColumns.First(column => column.Role == "RowAuditId").Column;

    /// <summary>Counts what several streams have written.</summary>
    /// <exception cref="PackageRefusedException">It is not what each of them told.</exception>
    public static void RefuseUnlessWhole(IDatabase database, TableName load, long written)
    {
        var found = database.Number(database.Platform.Dialect.Count(load));
        if (found != written)
        {
            throw new PackageRefusedException(
                "ORC3622", ErrorClass.Data, "publish",
                $"The load table '{load}' holds {found} rows, and its streams wrote {written}: somebody else changed "
                + "it. Nothing was published; run it again.");
        }
    }

    /// <summary>What tells how many rows the table holds once a load has been published.</summary>
    /// <param name="dialect">The platform's.</param>
    /// <param name="isNew">Whether the transaction has made it, so that nobody else had rows in it.</param>
    public static string CountBackText(Dialect dialect, TableName table, bool isNew) =>
        isNew && dialect.CountTaken(table) is { } taken ? taken : dialect.Count(table);

    /// <summary>
    /// Counts what the table holds once a load has been published. Of a table that the transaction has made the server
    /// may know it without reading all of it; where it says another number, or none, the rows decide.
    /// </summary>
    /// <param name="isNew">Whether the transaction has made it.</param>
    /// <param name="before">Rows that were there.</param>
    /// <param name="written">Rows that were written.</param>
    /// <param name="isCommitted">Whether some of them stand whatever comes of it.</param>
    /// <exception cref="PackageRefusedException">It is not what was there and what was written.</exception>
    public static void CountBack(
        IDatabase database, TableName table, bool isNew, long before, long written, bool isCommitted = false)
    {
        if (isNew && database.Platform.Dialect.CountTaken(table) is { } taken
            && database.Number(taken, ("schema", table.Schema), ("name", table.Name)) == written)
        {
            return;
        }

        var found = database.Number(database.Platform.Dialect.Count(table));
        if (found != before + written)
        {
            throw new PackageRefusedException(
                "ORC3407", ErrorClass.Data, "publish",
                $"The table '{table}' holds {found} rows after the load, but {before} before and {written} "
                + "written make another number. "
                + $"{LeavingOut.Cause(database, table, "trigger or another writer")} changed it; "
                + (isCommitted ? $"{WhatStands}." : "nothing was published."));
        }
    }
}
