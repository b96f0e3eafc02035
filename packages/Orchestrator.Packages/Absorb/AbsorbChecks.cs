using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Checks;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Absorb;

/// <summary>What a buffer and its target need of their platform, found in the metadata alone.</summary>
internal static class AbsorbChecks
{
    public static IEnumerable<Diagnostic> Of(ObjectDefinition definition, Solution solution)
    {
        if (Platforms.Of(solution, definition.Target.Connection) is not { } platform)
        {
            return
            [
                NameChecks.Error("ORC1345", definition.At,
                    $"'{definition.Name}' keeps the latest row of each key, and its target is a file, in which nothing "
                    + "can be changed.", "Give the project a target in a database."),
            ];
        }

        return
        [
            // Without a source others fill the buffer.
            .. LoadChecks.Of(definition, solution).Where(one => definition.Source is not null || one.Code != "ORC1304"),
            .. Buffer(definition, solution, platform),
            .. Latest(definition),
            .. Abilities(definition.Absorb!, platform),
        ];
    }

    private static IEnumerable<Diagnostic> Buffer(ObjectDefinition definition, Solution solution, IPlatform platform)
    {
        var dialect = platform.Dialect;
        var (at, name) = (definition.Absorb!.At, AbsorbTables.BufferOf(definition));
        var buffer = dialect.Table(definition.Target.Schema, name);
        if (dialect.TableRefusal(buffer) is { } why)
        {
            yield return NameChecks.Error("ORC1301", at,
                $"The table '{buffer}' cannot be in {platform.Name}: {why}.",
                "Give it another name in `absorb: {buffer: …}`.");
            yield break;
        }

        var inBuffer = definition with { Target = definition.Target with { Name = name } };
        var target = dialect.Table(definition.Target.Schema, definition.Target.Name);
        var writer = dialect.Fold(buffer) == dialect.Fold(target) ? definition
            : TableWriters.OfSameTable(inBuffer, solution)
                .FirstOrDefault(other => Addresses.IsSame(inBuffer, other, solution));
        if (writer is not null)
        {
            yield return NameChecks.Error("ORC1346", at,
                $"The buffer '{buffer}' of '{definition.Name}' is the target of '{writer.FullName}'.",
                "Give it another name in `absorb: {buffer: …}`.");
        }

        foreach (var column in definition.Columns.Where(column =>
            dialect.Fold(column.Target) == dialect.Fold(Data.Absorb.BufferedTable.Number)
            || dialect.Fold(column.Target) == dialect.Fold(Data.Absorb.BufferedTable.Since)))
        {
            yield return NameChecks.Error("ORC1302", column.At,
                $"'{column.Target}' is a column that each buffer has of its own.", "Give the column another `target`.");
        }
    }

    private static IEnumerable<Diagnostic> Latest(ObjectDefinition definition)
    {
        if (definition.Load.LatestBy is { Value.Count: > 1 } latest)
        {
            yield return NameChecks.Error("ORC1347", latest.At,
                "`latestBy` of kind absorb names one column: among its equals the row that came later is the latest.",
                "Keep the one that says when a row was changed.");
        }
    }

    private static IEnumerable<Diagnostic> Abilities(AbsorbOptions options, IPlatform platform)
    {
        if (options.MaxParallelism > 0 && !platform.Abilities.ChangesInParallel)
        {
            yield return NameChecks.Error("ORC1348", options.At,
                $"`maxParallelism` does nothing in {platform.Name}, where a statement that changes rows has one "
                + "processor.", "Leave it out.");
        }

        if (!options.Persisted && platform.Abilities.UnpersistedTable is null)
        {
            yield return NameChecks.Error("ORC1348", options.At,
                $"`persisted: false` can be had in {Unpersisted()}, not in {platform.Name}.", "Leave it out.");
        }

        if (!options.IsIndexed && platform.Abilities.KeepsOrderOfNumbers)
        {
            yield return NameChecks.Error("ORC1348", options.At,
                $"`index: none` does nothing in {platform.Name}, where rows lie in the order of their numbers anyway.",
                "Leave it out.");
        }
    }

    private static string Unpersisted() => string.Join(" and ", Platforms.Drivers
        .Where(driver => driver.Abilities.UnpersistedTable is not null)
        .Select(driver => $"{driver.Name} ({driver.Abilities.UnpersistedTable})"));
}
