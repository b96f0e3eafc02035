using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Absorb;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Rights;

/// <summary>Tells from the objects alone which rights they need on a connection. Pure.</summary>
public sealed class RightsNeeded
{
    /// <summary>What needs the rights of the ledger, in the place of a package.</summary>
    public const string Ledger = "the ledger";

    private const string LedgerSchema = "orchestrator";

    private readonly Solution _solution;
    private readonly string _connection;
    private readonly IPlatform _platform;
    private readonly Func<TableName, TableFacts?> _factsOf;
    private readonly Func<string, bool> _hasSchema;
    private readonly Dictionary<Right, List<string>> _read = [];
    private readonly Dictionary<Right, List<string>> _load = [];
    private readonly List<string> _unseen = [];
    private readonly HashSet<TableName> _ifTriggers = [];

    private RightsNeeded(
        Solution solution, Connection connection, Func<TableName, TableFacts?> factsOf, Func<string, bool> hasSchema)
    {
        _hasSchema = hasSchema;
        _solution = solution;
        _connection = connection.Name;
        _factsOf = factsOf;
        _platform = Platforms.Of(connection)!;
    }

    private Dialect Dialect => _platform.Dialect;

    /// <summary>The rights on a connection to a database.</summary>
    /// <param name="factsOf">What is known of a table; null where there is no such table, so that a load makes
    /// it.</param>
    /// <param name="hasSchema">Whether a schema is there; else somebody has to make it.</param>
    public static NeededRights Of(
        Solution solution, Connection connection, Func<TableName, TableFacts?> factsOf, Func<string, bool> hasSchema)
    {
        var needed = new RightsNeeded(solution, connection, factsOf, hasSchema);
        foreach (var definition in solution.Projects.SelectMany(project => project.Objects))
        {
            needed.Add(definition);
        }

        needed.AddHooks();
        needed.AddDurability();
        if (solution.Ledger == connection.Name)
        {
            needed.MakeIn(Ledger, LedgerSchema);
        }

        return new NeededRights(Sorted(needed._read), Sorted(needed._load), [.. needed._unseen.Distinct()])
        {
            IfTriggers = [.. needed._ifTriggers.Where(table => !needed.MayAlter(table))],
        };
    }

    /// <summary>The same by the files below catalog/: nothing is connected.</summary>
    public static NeededRights OfCatalog(Solution solution, Connection connection) => Of(
        solution, connection,
        TableFacts.OfCatalog(solution, connection.Name),
        schema => solution.Catalog.Any(table => table.Connection == connection.Name && table.Schema == schema));

    private static NeededRight[] Sorted(Dictionary<Right, List<string>> rights) =>
    [
        .. rights.Select(each => new NeededRight(each.Key, each.Value))
            .OrderBy(each => each.Right.Table.Length > 0)
            .ThenBy(each => each.Right.Schema, StringComparer.Ordinal)
            .ThenBy(each => each.Right.Table, StringComparer.Ordinal).ThenBy(each => each.Right.Kind),
    ];

    private void Add(ObjectDefinition definition)
    {
        if (definition.Source is { } source && source.Connection == _connection)
        {
            if (source is { Name: { } name, IsNamedByRun: false })
            {
                Table(_read, definition, Dialect.Table(source.Schema, name), RightKind.Select);
            }
            else if (source.File is null)
            {
                _unseen.Add(definition.FullName);
            }
        }

        if (definition.Target.Connection != _connection)
        {
            return;
        }

        var target = Dialect.Table(definition.Target.Schema, definition.Target.Name);
        switch (KindTable.Of(definition.Kind))
        {
            case { HasBuffer: true }: Absorb(definition, target); break;
            case { IsLoad: true }: Load(definition, target); break;
            case { IsCheck: true } when definition.Check?.ReturnsNothing is null:
                Table(_read, definition, target, RightKind.Select);
                break;
            case { Target: TargetUse.None }: break;
            default: _unseen.Add(definition.FullName); break;
        }
    }

    private void Absorb(ObjectDefinition definition, TableName target)
    {
        Load(definition, target);
        var buffer = target with { Name = AbsorbTables.BufferOf(definition) };
        if (_factsOf(buffer) is null)
        {
            MakeIn(definition, buffer.Schema);
        }
        else
        {
            // A row that is rejected is held until it is gone.
            RightKind[] held = definition.Errors.OnError.Value == Policy.Redirect ? [RightKind.Update] : [];
            Table(_load, definition, buffer, [RightKind.Select, RightKind.Insert, RightKind.Delete, .. held]);
        }
    }

    private void Load(ObjectDefinition definition, TableName target)
    {
        MakeIn(definition, Dialect.OwnTable("markers").Schema);
        if (MayReject(definition))
        {
            MakeIn(definition, ErrorTable.NameOf(definition, _platform).Schema);
        }

        if (_factsOf(target) is not { } facts)
        {
            if (definition.Target.Create)
            {
                MakeIn(definition, target.Schema);
                return;
            }

            facts = new TableFacts(false, [], []);
        }

        if (Replaces(definition))
        {
            Table(_load, definition, target, RightKind.Own);
            MakeIn(definition, target.Schema);
            if (_platform.Abilities.KeepsAllInExchange && definition.Load.Pattern.Value != LoadPattern.DropAndReload)
            {
                MakeKeys(definition, facts, areMadeAgain: true);
                SetNumbers(definition, target, facts);
            }

            return;
        }

        RightKind[] identity = facts.HasIdentity ? [RightKind.KeepIdentity] : [];
        Table(_load, definition, target, [RightKind.Select, RightKind.Insert, .. Changes(definition), .. identity]);
        Around(definition, target, facts);
        if (_platform.Abilities.HasBulkOptions && definition.Load is { FastLoad.Value: true, FireTriggers.Value: null }
            && !LoadContract.Publish(definition, FoundTarget.Missing(_platform, definition)).UsesLoadTable)
        {
            _ifTriggers.Add(target);
        }
    }

    // Who makes tables in a schema is given ALTER on all of it.
    private bool MayAlter(TableName table) => _load.Keys.Any(right => right.Schema == (table.Schema ?? "")
        && (right.Kind == RightKind.CreateTable
            || (right.Table == table.Name && right.Kind is RightKind.Alter or RightKind.KeepIdentity)));

    // What options change of the table, take away and put back, lock or count.
    private void Around(ObjectDefinition definition, TableName target, TableFacts facts)
    {
        var (options, aside) = (definition.Load, TargetAside.KindsOf(definition.Load));
        if (aside.Triggers || aside.Indexes || options.Statistics.Value || !options.CheckConstraints.Value
            || options.Drift.Value == Drift.AddColumns || (aside.ForeignKeys && facts.PointsTo.Count > 0))
        {
            Table(_load, definition, target, RightKind.Alter);
        }

        if (aside.Indexes && _platform.Abilities.RecreatesForeignKeys)
        {
            // Indexes are made again there, too.
            MakeIn(definition, target.Schema);
        }

        foreach (var child in _platform.Abilities.HidesForeignKeys && !aside.ForeignKeys
            && Changes(definition).Contains(RightKind.Delete) ? facts.PointedToBy : [])
        {
            // Else a key that would delete rows there with those of the target is none to the load.
            Table(_load, definition, child, RightKind.ViewDefinition);
        }

        if (aside.ForeignKeys)
        {
            MakeKeys(definition, facts, _platform.Abilities.RecreatesForeignKeys);
            if (facts.PointedToBy.Count > 0 && _platform.Abilities.RecreatesForeignKeys)
            {
                Table(_load, definition, target, RightKind.References);
            }
        }

        if (options.TableLock.Value && Dialect.LockRight is { } right && Changes(definition).Length == 0)
        {
            Table(_load, definition, target, right);
        }
    }

    private void SetNumbers(ObjectDefinition definition, TableName target, TableFacts facts)
    {
        if (facts.HasIdentity && Dialect.NumbersRight is { } right)
        {
            Note(_load, new Right(right, target.Schema ?? "", ""), definition);
        }
    }

    private void MakeKeys(ObjectDefinition definition, TableFacts facts, bool areMadeAgain)
    {
        foreach (var child in facts.PointedToBy)
        {
            Table(_load, definition, child, RightKind.Alter);
        }

        foreach (var parent in areMadeAgain ? facts.PointsTo : [])
        {
            Table(_load, definition, parent, RightKind.References);
        }
    }

    private static RightKind[] Changes(ObjectDefinition definition) => definition.Load.Pattern.Value switch
    {
        LoadPattern.Merge or LoadPattern.Versions => [RightKind.Update],
        LoadPattern.DeltaInsert => [],
        LoadPattern.Append => LoadContract.TakesBack(definition) ? [RightKind.Delete] : [],
        _ => [RightKind.Delete],
    };

    // What is exchanged for another table belongs to whoever does it.
    private static bool Replaces(ObjectDefinition definition) => definition.Load.Pattern.Value switch
    {
        LoadPattern.DropAndReload => true,
        LoadPattern.TruncateInsert => definition.Load.Swap.Value == Swap.Shadow,
        _ => false,
    };

    private static bool MayReject(ObjectDefinition definition) =>
        definition.Errors.OnError.Value == Policy.Redirect || definition.Columns.Select(column => column.Policies)
            .Append(definition.Policies).SelectMany(policies => (Setting<Policy>[])
            [
                policies.OnTruncation, policies.OnScaleLoss, policies.OnEncodingLoss, policies.OnRangeLoss,
                policies.OnNull,
            ]).Any(policy => policy.Value == Policy.Redirect);

    private void AddHooks()
    {
        var hooks = _solution.Batches.SelectMany(batch => batch.Hooks.Select(hook => (batch.Name, hook)))
            .Concat(_solution.Projects.SelectMany(project => project.Hooks.Select(hook => (project.Name, hook))
                .Concat(project.Containers.SelectMany(container => container.Hooks.Select(hook =>
                    ($"{project.Name}/{container.Name}", hook))))
                .Concat(project.Objects.SelectMany(each => each.Hooks.Select(hook => (each.FullName, hook))))));
        _unseen.AddRange(hooks.Where(each => each.hook.Connection == _connection)
            .Select(each => $"{each.Item1}, hook {each.hook.Name}"));
    }

    // The setting is changed through another connection where one is named; our own rows are with the data.
    private void AddDurability()
    {
        foreach (var relaxed in _solution.Connections.Where(one => one.IsRelaxed))
        {
            var why = $"delayedDurability of {relaxed.Name}";
            if (relaxed.Name == _connection)
            {
                MakeIn(why, Dialect.OwnTable("markers").Schema);
            }

            if (relaxed.Durability.Scope == DurabilityScope.Database
                && (relaxed.Durability.Connection ?? relaxed.Name) == _connection)
            {
                Note(_load, new Right(RightKind.SetDurability, "", ""), why);
            }
        }
    }

    private static void Table(
        Dictionary<Right, List<string>> rights, ObjectDefinition definition, TableName table, params RightKind[] kinds)
    {
        if (table.Schema is { } schema)
        {
            Note(rights, new Right(RightKind.UseSchema, schema, ""), definition);
        }

        foreach (var kind in kinds)
        {
            Note(rights, new Right(kind, table.Schema ?? "", table.Name), definition);
        }
    }

    private void MakeIn(ObjectDefinition definition, string? schema) => MakeIn(definition.FullName, schema);

    private void MakeIn(string package, string? schema)
    {
        // Where there are no schemas, tables are made in the database itself.
        if (schema is not null)
        {
            if (!_hasSchema(schema))
            {
                Note(_load, new Right(RightKind.CreateSchema, schema, ""), package);
            }

            Note(_load, new Right(RightKind.UseSchema, schema, ""), package);
        }

        Note(_load, new Right(RightKind.CreateTable, schema ?? "", ""), package);
    }

    private static void Note(Dictionary<Right, List<string>> rights, Right right, ObjectDefinition definition) =>
        Note(rights, right, definition.FullName);

    private static void Note(Dictionary<Right, List<string>> rights, Right right, string package)
    {
        if (!rights.TryGetValue(right, out var packages))
        {
            rights[right] = packages = [];
        }

        if (!packages.Contains(package))
        {
            packages.Add(package);
        }
    }
}
