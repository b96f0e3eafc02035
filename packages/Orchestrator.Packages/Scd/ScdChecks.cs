using Orchestrator.Core;
using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Scd;

/// <summary>What a table of versions needs of its platform, found in the metadata alone.</summary>
internal static class ScdChecks
{
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, Solution solution)
    {
        if (definition.Scd is not { } scd)
        {
            return [];
        }

        if (Platforms.Of(solution, definition.Target.Connection) is not { } platform)
        {
            return
            [
                NameChecks.Error("ORC1338", definition.At,
                    $"'{definition.Name}' keeps versions, and its target is a file, in which nothing can be changed.",
                    "Give the project a target in a database."),
            ];
        }

        return
        [
            .. Open(definition, scd, platform),
            .. definition.SystemColumns.Where(column => !Takes(column)).Select(column => NameChecks.Error(
                "ORC1333", column.At.Line > 0 ? column.At : definition.At,
                $"The column '{column.Column}' for {column.Role} cannot be {column.DataType}.",
                $"Write `dataType: {Wanted(column.Role)}`, or leave it out.")),
            .. Names(definition, scd).SelectMany(name => NameChecks.Column(
                platform, name.Name, name.At, "Give it another name.")),
            .. Twice(definition, scd, platform),
            .. OtherWriters(definition, solution),
            .. Parts(definition, scd, solution),
        ];
    }

    private static IEnumerable<Diagnostic> Open(ObjectDefinition definition, ScdOptions scd, IPlatform platform)
    {
        var type = definition.SystemColumns.First(column => column.Role == "RowEffectiveFromDate").DataType;
        string? mistake = null;
        try
        {
            if (scd.OpenEnd is { } end)
            {
                _ = RowRange.Of(type, end, null);
                mistake = RowRange.IsKept(type, end, null, platform.Dialect) ? null
                    : $"{platform.Name} keeps fewer digits of it, and would round it.";
            }
        }
        catch (DataRefusedException refused)
        {
            mistake = refused.Message;
        }
        catch (ArgumentException refused)
        {
            mistake = refused.Message;
        }

        return mistake is null ? [] :
        [
            NameChecks.Error("ORC1339", scd.At,
                $"The open end '{scd.OpenEnd}' of '{definition.Name}' is no {type}: {mistake}",
                "Write `openEnd: null`, or a date that the type holds and no row reaches."),
        ];
    }

    private static bool Takes(SystemColumn column) => column.Role switch
    {
        "RowIsCurrent" or "RowIsDeleted" => column.DataType.Kind == SqlTypeKind.Bit,
        "RowVersion" => column.DataType.Kind is SqlTypeKind.Int or SqlTypeKind.BigInt,
        "RowAuditId" => column.DataType.Kind == SqlTypeKind.BigInt,
        _ => true,
    };

    private static string Wanted(string role) => role switch
    {
        "RowVersion" => "int",
        "RowAuditId" => "bigint",
        _ => "bit",
    };

    private static IEnumerable<(string Name, Origin At)> Names(ObjectDefinition definition, ScdOptions scd) =>
    [
        .. definition.Columns.Where(column => column.Previous is not null).Select(c => (c.Previous!, c.At)),
        .. definition.Columns.Where(column => column.Current is not null).Select(c => (c.Current!, c.At)),
        .. definition.SystemColumns.Select(column => (column.Column, column.At.Line > 0 ? column.At : definition.At)),
        .. scd.SurrogateKey is { } key ? [(key, scd.At)] : Array.Empty<(string, Origin)>(),
    ];

    private static IEnumerable<Diagnostic> Twice(ObjectDefinition definition, ScdOptions scd, IPlatform platform)
    {
        var taken = definition.Columns.Select(column => platform.Dialect.Fold(column.Target))
            .ToHashSet(StringComparer.Ordinal);
        // System columns are held against the mapped ones with all loads.
        foreach (var (name, at) in Names(definition, scd))
        {
            if (!taken.Add(platform.Dialect.Fold(name))
                && definition.SystemColumns.All(column => column.Column != name))
            {
                yield return NameChecks.Error("ORC1302", at, name == scd.SurrogateKey
                    ? $"'{name}' numbers the versions of '{definition.Name}', and another of its columns has that name."
                    : $"Two columns of '{definition.Name}' would be '{name}' in {platform.Name}.",
                    "Give one of them another name; a surrogate key is the engine's to fill.");
            }
        }
    }

    // One file is a whole delivery; of several those that were loaded are not read again.
    private static IEnumerable<Diagnostic> Parts(ObjectDefinition definition, ScdOptions scd, Solution solution)
    {
        if (scd.Deletes != DeletedRows.Ignore && definition.Source is { File: { } file } source
            && Wildcard.IsPattern(file)
            && solution.Connections.FirstOrDefault(one => one.Name == source.Connection) is { Files: var files } from
            && files.TakesOnce)
        {
            yield return NameChecks.Error("ORC1088", scd.At.Line > 0 ? scd.At : definition.At,
                $"Of the files '{file}' a run reads only those that were not loaded yet (`files:` of '{from.Name}', "
                + (files.Take == FileTake.New ? "take: new" : "archive")
                + "): every key of the others would be taken as deleted.",
                "Where each file is whole, write `take: latest` without archive; where all of them together are, "
                + "`take: all`; or `deletes: ignore`.");
        }
    }

    private static IEnumerable<Diagnostic> OtherWriters(ObjectDefinition definition, Solution solution) =>
        TableWriters.OfSameTable(definition, solution)
            .Where(other => (other.Project, other.Name) != (definition.Project, definition.Name)
                && !KeepsAlike(definition, other) && Addresses.IsSame(definition, other, solution))
            .Take(1).Select(other => NameChecks.Error("ORC1340", definition.At,
                $"'{definition.FullName}' keeps the versions in '{definition.Target.Name}', and "
                + $"'{other.FullName}' writes it as well: it could not tell them from its own.",
                "Give each of them a target of its own, or have both keep them alike (kind scd, the same columns and "
                + "options, `deletes: ignore`)."));

    // Two deliveries of one form: each goes on from the versions of both, and ends none for a key that it lacks.
    private static bool KeepsAlike(ObjectDefinition one, ObjectDefinition other) =>
        one.Scd is { Deletes: DeletedRows.Ignore } scd && other.Scd is { Deletes: DeletedRows.Ignore } its
        && (scd.EffectiveFrom, scd.OpenEnd, scd.SurrogateKey) == (its.EffectiveFrom, its.OpenEnd, its.SurrogateKey)
        && one.Columns.Select(Form).SequenceEqual(other.Columns.Select(Form))
        && one.SystemColumns.Select(each => (each.Role, each.Column, each.DataType))
            .SequenceEqual(other.SystemColumns.Select(each => (each.Role, each.Column, each.DataType)));

    private static (string, SqlType?, int, ColumnChange, string?, string?) Form(ColumnDefinition column) =>
        (column.Target, column.DataType, column.Key, column.Change, column.Previous, column.Current);
}
