using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Keys;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>What comes down from solution, batch, project, container and object; the nearest word wins.</summary>
internal sealed class Cascade(IReadOnlyList<YamlMap> nearestFirst)
{
    private static readonly string[] Roles = ["RowAuditId", "RowRecordSource", "RowHash"];

    // In the order in which they stand in a table of versions.
    private static readonly string[] VersionRoles =
        ["RowEffectiveFromDate", "RowEffectiveToDate", "RowIsCurrent", "RowVersion", "RowIsDeleted"];

    /// <summary>What the solution says for all.</summary>
    public static Cascade Of(Drafts drafts)
    {
        var empty = new YamlMap(default, 0, []);
        var solution = drafts.Solution?.Map ?? empty;
        return new Cascade([solution.Map(SolutionKeys.Section.Name) ?? empty, solution]);
    }

    /// <summary>The same with one more, nearer layer.</summary>
    public Cascade Under(YamlMap? nearer) => nearer is null ? this : new Cascade([nearer, .. nearestFirst]);

    /// <summary>What is written of a section, each of its keys by the nearest word.</summary>
    public TModel Read<TModel>(Section<TModel> section)
        where TModel : class
    {
        var model = section.Standard;
        foreach (var key in section.Keys)
        {
            if (Nearest(section.Name, key.Name) is { } written)
            {
                model = key.Read(model, written);
            }
        }

        return model;
    }

    /// <summary>The policies; where nobody wrote one, `errors.onError` speaks for it.</summary>
    public Policies Policies()
    {
        var fallback = Read(ErrorKeys.Section).OnError;
        var policies = new Policies();
        foreach (var key in PolicyKeys.All)
        {
            var policy = PolicyOf(key.Name, fallback);
            if (policy != key.Get(policies))
            {
                policies = key.Set(policies, policy);
            }
        }

        return policies;
    }

    public Setting<RetryPolicy> Retry()
    {
        var nearest = nearestFirst.FirstOrDefault(layer => layer.Map(RetryKeys.Section.Name) is not null);
        return nearest is null ? Setting<RetryPolicy>.Default(RetryPolicy.None)
            : new Setting<RetryPolicy>(Read(RetryKeys.Section).Policy, nearest.At(RetryKeys.Section.Name));
    }

    public Setting<TimeSpan?> PackageTimeout() =>
        Get("packageTimeout", (TimeSpan?)null, scalar => scalar.ToDuration());

    /// <summary>The columns that the engine fills; of a table of versions all that it needs.</summary>
    public IReadOnlyList<SystemColumn> SystemColumns(ScdOptions? scd, IReadOnlyList<YamlMap> written)
    {
        var columns = new List<SystemColumn>();
        foreach (var role in scd is null ? Roles : [.. VersionRoles, .. Roles])
        {
            var layers = nearestFirst.Select(layer => layer.Map("systemColumns")?.Map(role))
                .OfType<YamlMap>().ToArray();
            if (scd is null || role == "RowRecordSource" ? layers.Length > 0 : IsNeeded(role, scd))
            {
                var column = layers.Select(layer => layer.Text("column")).FirstOrDefault(text => text is not null);
                var type = layers.Select(layer => layer.Scalar("dataType")).FirstOrDefault(text => text is not null);
                var standard = DefaultType(role);
                if (scd?.EffectiveFrom is { } from && role is "RowEffectiveFromDate" or "RowEffectiveToDate")
                {
                    // A version begins at a value of that column, so that it has its type.
                    type = written.FirstOrDefault(each => each.Text("column") == from)?.Scalar("dataType") ?? type;
                }

                columns.Add(new SystemColumn(role, column ?? role, type?.ToDataType() ?? standard,
                    layers.Length > 0 ? layers[0].At : Origin.Default));
            }
        }

        return columns;
    }

    /// <summary>The column for the number that a row had in the buffer, which its target cannot do without.</summary>
    public IReadOnlyList<SystemColumn> BufferColumns()
    {
        var layers = nearestFirst.Select(layer => layer.Map("systemColumns")?.Map(AbsorbBuilder.NumberRole))
            .OfType<YamlMap>().ToArray();
        var name = layers.Select(layer => layer.Text("column")).FirstOrDefault(text => text is not null);
        return
        [
            new SystemColumn(
                AbsorbBuilder.NumberRole, name ?? AbsorbBuilder.NumberRole,
                new Core.Types.SqlType(Core.Types.SqlTypeKind.BigInt),
                layers.Length > 0 ? layers[0].At : Origin.Default),
        ];
    }

    private static bool IsNeeded(string role, ScdOptions scd) =>
        role != "RowIsDeleted" || scd.Deletes == DeletedRows.Flag;

    private static Core.Types.SqlType DefaultType(string role) => role switch
    {
        "RowAuditId" => new Core.Types.SqlType(Core.Types.SqlTypeKind.BigInt),
        "RowHash" => new Core.Types.SqlType(Core.Types.SqlTypeKind.Binary, 32),
        "RowEffectiveFromDate" or "RowEffectiveToDate" =>
            new Core.Types.SqlType(Core.Types.SqlTypeKind.DateTime2, Scale: 7),
        "RowIsCurrent" or "RowIsDeleted" => new Core.Types.SqlType(Core.Types.SqlTypeKind.Bit),
        "RowVersion" => new Core.Types.SqlType(Core.Types.SqlTypeKind.Int),
        _ => new Core.Types.SqlType(Core.Types.SqlTypeKind.VarChar, 10),
    };

    private Setting<Policy> PolicyOf(string key, Setting<Policy> fallback)
    {
        var written = Get(key, Policy.Fail, scalar => scalar.ToWord<Policy>());
        return written.At == Origin.Default && fallback.Value == Policy.Redirect ? fallback : written;
    }

    private YamlNode? Nearest(string section, string key)
    {
        foreach (var layer in nearestFirst)
        {
            if (layer.Map(section)?[key] is { } written)
            {
                return written;
            }
        }

        return null;
    }

    private Setting<T> Get<T>(string key, T fallback, Func<YamlScalar, T> read)
    {
        foreach (var layer in nearestFirst)
        {
            if (layer.Scalar(key) is { } scalar)
            {
                return new Setting<T>(read(scalar), scalar.At);
            }
        }

        return Setting<T>.Default(fallback);
    }
}
