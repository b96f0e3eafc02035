using Orchestrator.Core.Expressions;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Makes the objects of one project, with everything that came down to them.</summary>
internal sealed class ObjectBuilder(BuildScope scope, EffectiveProject project, Project? below, string? source,
    string target, BuiltContainers containers)
{
    public ObjectDefinition Build(EffectiveObject one)
    {
        var map = one.Map;
        var container = containers.ByObject[one.Template];
        var cascade = scope.Above.Under(project.Draft.Map).Under(container.Map).Under(map);
        var kind = KindTable.Of(map.Text("kind"));
        var repeated = one.IsInherited ? below?.Objects.FirstOrDefault(other => other.Name == one.Template) : null;
        var own = kind.Own?.Invoke().Read(map, one.At);
        var (scd, absorb) = (own as ScdOptions, own as AbsorbOptions);
        // A flow may bring rows of its own, and a buffer gets them from others: they read what is written, and nothing
        // by its name.
        var reads = kind.Source == SourceUse.Always
            || (kind.Source == SourceUse.Written && map["source"] is not null)
            ? new SourceBuilder(scope, source).Build(one, repeated) : null;
        var writes = new TargetBuilder(scope, source, target).Build(one, reads);
        map = new ColumnsOfTarget(scope, reads, writes).Put(
            map, kind, () => cascade.SystemColumns(null, []).Select(column => column.Column));
        var call = new ProcedureBuilder(scope).Build(map);
        var conditions = new ConditionBuilder(scope.Context, scope.Variables);
        var dependencies = new DependencyBuilder(scope.Context, conditions);
        var definition = new ObjectDefinition
        {
            Name = one.Name,
            Project = project.Draft.Name,
            Instance = one.Instance,
            Given = [.. one.Given],
            Group = one.Group,
            Kind = kind.Word,
            Own = own,
            Container = container.Model.Name,
            Place = containers.Places[one.Template],
            Source = reads,
            Target = writes,
            InheritedFrom = repeated?.FullName,
            Tags = map.Texts("tags"),
            OwnThread = map.Flag("ownThread", false),
            DependsOn = dependencies.Each(map),
            AnyOf = dependencies.AnyOf(map),
            When = conditions.Read(map.Scalar(ConditionKeys.When)),
            Sql = SqlTexts.Of(scope.Context, map, "sql"),
            SqlFrom = SqlTexts.From(scope, map),
            Procedure = call,
            Sets = kind.Keys.Contains(ValueKeys.Sets.Name)
                ? new ValueSetsBuilder(scope).Build(map, kind, call) : null,
            Process = new CommandBuilder(scope).Process(map.Map(ProcessKeys.Section.Name)),
            Http = new HttpBuilder(scope).Build(map),
            FileTask = new FileTaskBuilder(scope, source, target).Build(map.Map(FileTaskKeys.Section.Name)),
            Plugin = kind.Keys.Contains(KindTable.PluginKey) ? new PluginBuilder(scope).Build(map, kind) : null,
            Transfer = new TransferBuilder(scope).Build(map.Map(TransferKeys.Section.Name)),
            Idempotent = map.Flag(KindTable.IdempotentKey, kind.IsIdempotent),
            Enabled = IsEnabled(map),
            EnabledWhen = map.Scalar("enabled") is { } when && CoreSchema.Flag(when) is null ? when.Text : null,
            Load = AbsorbBuilder.Load(ScdBuilder.Load(cascade.Read(LoadKeys.Section), scd), absorb),
            Errors = cascade.Read(ErrorKeys.Section),
            Policies = cascade.Policies(),
            Retry = cascade.Retry(),
            PackageTimeout = cascade.PackageTimeout(),
            Expect = map.Map(ExpectKeys.Section.Name) is { } expect
                ? ExpectKeys.Section.Read(new Expectations { At = expect.At }, expect) : ExpectKeys.Section.Standard,
            Columns = [.. map.Items("columns").OfType<YamlMap>().Select(column =>
                ScdBuilder.Column(Column(column, cascade), column, scd))],
            ColumnsSought = map.Scalar("columns")?.At,
            Watermark = WatermarkBuilder.Build(scope.Context, map),
            TypeMappings = kind.IsLoad ? scope.TypeMappings : [],
            Hooks = new HookBuilder(scope.Context, scope.Connections, conditions, target).Build(map, cascade),
            SystemColumns = absorb is not null ? cascade.BufferColumns()
                : cascade.SystemColumns(scd, [.. map.Items("columns").OfType<YamlMap>()]),
            At = one.At,
            Written = map,
        };
        ObjectChecks.Check(
            scope.Context, one, definition, scope.Connection(source), scope.Connection(definition.Target.Connection));
        WatermarkChecks.Check(scope.Context, definition, map, scope.Connection(source));
        new MailMessageChecks(scope).Check(map, definition);
        return new FactsBuilder(scope).Build(map, definition);
    }

    private bool IsEnabled(YamlMap map)
    {
        if (map.Scalar("enabled") is not { } written || CoreSchema.Flag(written) is not null)
        {
            return map.Flag("enabled", true);
        }

        try
        {
            var condition = Expression.ReadCondition(written.Text, TypeOf);
            if (condition.References.FirstOrDefault(read => IsOfRun(read.Name)) is { } open)
            {
                RunVariableBuilder.NoValue(
                    scope.Context, written, open.Name, $"'enabled' is asked before '{open.Name}' has a value");
                return true;
            }

            if (condition.References.FirstOrDefault(read => VariableTexts.IsOfTurn(scope, $"{read}")) is { } later)
            {
                scope.Context.Bag.Error("ORC1065", written.At, $"'enabled' is asked before the run, and only the run "
                    + $"finds out '{later.Name}'", "write it as 'when', which is asked in each turn");
                return true;
            }

            var result = condition.Evaluate(read => scope.Variables[read.Name].Value);
            // What is not known yet must be as good as what is.
            return result.Fault is { } fault
                ? IsNoCondition(written, fault.Message, fault.Place) : result.Holds ?? true;
        }
        catch (ExpressionException wrong)
        {
            return IsNoCondition(written, wrong.Message, wrong.Place);
        }
    }

    private SqlType? TypeOf(string word, string name) => word != "var" ? null
        : scope.Variables.TryGetValue(name, out var variable) ? variable.Type
        : scope.Context.RunVariables.GetValueOrDefault(name)?.Type.Scalar;

    private bool IsOfRun(string name) =>
        !scope.Variables.ContainsKey(name) && scope.Context.RunVariables.ContainsKey(name);

    // The object stays in the plan, so that whatever names it is not wrong as well.
    private bool IsNoCondition(YamlScalar written, string message, int place)
    {
        var isInPlace = written.Written is null && !written.Text.Contains('\n', StringComparison.Ordinal);
        var at = written.At with { Column = written.At.Column + place + (written.IsPlain ? 0 : 1) };
        scope.Context.Bag.Error("ORC1064", isInPlace ? at : written.At, message,
            "compare variables: \"${var:Tenant} = 'A' and not ${var:Full}\"");
        return true;
    }

    private ColumnDefinition Column(YamlMap map, Cascade above)
    {
        var name = map.Text("column") ?? "";
        var column = ColumnKeys.Section.Read(
            new ColumnDefinition
            {
                Name = name,
                Target = map.Text(ColumnKeys.Target.Name) ?? name,
                Constant = ColumnValues.Of(scope, map),
                Policies = above.Under(map).Policies(),
                At = map.Scalar("column")?.At ?? map.At,
            },
            map);
        return column with { Nullable = column.Key == 0 && column.Nullable };
    }
}
