using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Scd;

/// <summary>A target of versions on one platform, beside the model of it.</summary>
internal sealed class ScdRig : IDisposable
{
    private const string Time = "yyyy-MM-dd HH:mm:ss";

    private readonly PatternRig _rig;

    public ScdRig(Platform platform, ObjectDefinition definition)
    {
        _rig = new PatternRig(platform);
        Definition = definition with { Target = _rig.Target };
        Model = new ScdModel(Valued, definition.Scd!.Deletes);
    }

    public PatternRig Pattern => _rig;

    public ObjectDefinition Definition { get; private set; }

    public ScdModel Model { get; }

    /// <summary>Has another be done with keys that are not delivered, from the next delivery on.</summary>
    public void Take(DeletedRows deletes)
    {
        var scd = Definition.Scd! with { Deletes = deletes };
        Definition = Definition with { Scd = scd, SystemColumns = [.. System(scd)] };
        Model.Deletes = deletes;
    }

    /// <summary>Has versions without an end hold something else, from the next delivery on.</summary>
    public void End(string? open) =>
        Definition = Definition with { Scd = Definition.Scd! with { OpenEnd = open } };

    private bool HasDates => Definition.Scd!.EffectiveFrom is not null;

    private ColumnDefinition[] Valued =>
        [.. Definition.Columns.Where(column => column.Key == 0 && column.Name != "Eff")];

    /// <summary>Kind scd over `t.csv` with the key Id, a date Eff if wanted, and other columns.</summary>
    public static ObjectDefinition Define(ScdOptions scd, params ColumnDefinition[] columns) =>
        Rig.Load("t") with
        {
            Kind = "scd",
            Scd = scd,
            Load = new LoadOptions { Pattern = Rig.Written(LoadPattern.Versions) },
            Columns =
            [
                Rig.Column("Id", "int", key: 1) with { Nullable = false },
                .. scd.EffectiveFrom is null ? Array.Empty<ColumnDefinition>()
                    : [Column("Eff", ColumnChange.Ignore, "datetime2(0)") with { Nullable = false }],
                .. columns,
            ],
            SystemColumns = [.. System(scd)],
        };

    public static ColumnDefinition Column(string name, ColumnChange change, string type = "nvarchar(20)") =>
        Rig.Column(name, type) with
        {
            Change = change,
            Previous = change == ColumnChange.Previous ? $"Previous{name}" : null,
        };

    /// <summary>A delivery of which no row may be rejected.</summary>
    public PackageResult RunWhole(IEnumerable<ScdRow> rows, IEnumerable<string> bad, DateTime moment)
    {
        var redirecting = Definition;
        Definition = Definition with { Errors = Definition.Errors with { OnError = Rig.Written(Policy.Fail) } };
        try
        {
            return Run(rows, bad, moment);
        }
        finally
        {
            Definition = redirecting;
        }
    }

    public PackageResult Run(IEnumerable<ScdRow> rows, IEnumerable<string> bad, DateTime moment)
    {
        _rig.Rig.Moment = moment;
        string[] names = ["Id", .. HasDates ? ["Eff"] : Array.Empty<string>(), .. Valued.Select(column => column.Name)];
        return _rig.Run(Definition, [string.Join(',', names), .. rows.Select(Line), .. bad]);
    }

    /// <summary>A line with a date, for rows that are to be rejected.</summary>
    public string Bad(int key, string date) => $"{key},{date}{string.Concat(Valued.Select(_ => ","))}";

    public string[] Held() =>
    [
        .. _rig.Query($"""
            SELECT "Id", "RowEffectiveFromDate" AS f, "RowEffectiveToDate" AS t, CAST("RowIsCurrent" AS int) AS c,
                "RowVersion"{(IsFlagged ? ", CAST(\"RowIsDeleted\" AS int) AS d" : "")},
                {string.Join(", ", Names.Select(name => $"\"{name}\""))}
            FROM {_rig.Table} ORDER BY "Id", "RowEffectiveFromDate"
            """).Select(row => string.Join('|', row.Split('|').Select(Plain))),
    ];

    public string[] Expected() =>
    [
        .. Model.Keys.SelectMany(key => key.Value.Select((version, place) => string.Join('|',
        [
            $"{key.Key}", version.From.ToString(Time), version.To?.ToString(Time) ?? Open,
            version.To is null ? "1" : "0", $"{place + 1}",
            .. IsFlagged ? [version.IsDeleted ? "1" : "0"] : Array.Empty<string>(),
            .. Names.Select(name => version.Values[name] ?? "∅"),
        ]))),
    ];

    public ScdCounts Delivered(IReadOnlyList<ScdRow> rows, int rejected, DateTime moment) =>
        Model.Deliver(rows, rejected, moment);

    public static ScdCounts Of(RowCounts counts) => new(
        (int)counts.Inserted, (int)counts.Updated, (int)counts.Unchanged, (int)counts.Duplicate, (int)counts.Closed);

    public void Dispose() => _rig.Dispose();

    private bool IsFlagged => Definition.Scd!.Deletes == DeletedRows.Flag;

    private string Open => Definition.Scd!.OpenEnd is null ? "∅" : $"{Definition.Scd.OpenEnd} 00:00:00";

    private string[] Names =>
    [
        .. Valued.Select(column => column.Name), .. Valued.Select(column => column.Previous).OfType<string>(),
        .. Valued.Select(column => column.Current).OfType<string>(),
    ];

    private string Line(ScdRow row) => string.Join(',',
    [
        $"{row.Key}", .. HasDates ? [row.At.ToString(Time)] : Array.Empty<string>(),
        .. Valued.Select(column => row.Values[column.Name] ?? ""),
    ]);

    // As JSON tells a time of PostgreSQL, and as SQLite keeps one.
    private static string Plain(string value) => value.Length >= 19 && value[4] == '-' && value[13] == ':'
        ? value[..10] + " " + value[11..19] : value;

    private static IEnumerable<SystemColumn> System(ScdOptions scd)
    {
        var time = scd.EffectiveFrom is null ? "datetime2(7)" : "datetime2(0)";
        (string, string)[] roles =
        [
            ("RowEffectiveFromDate", time), ("RowEffectiveToDate", time), ("RowIsCurrent", "bit"),
            ("RowVersion", "int"),
            .. scd.Deletes == DeletedRows.Flag ? [("RowIsDeleted", "bit")] : Array.Empty<(string, string)>(),
            ("RowAuditId", "bigint"), ("RowHash", "binary(32)"),
        ];
        return roles.Select(role => new SystemColumn(role.Item1, role.Item1, Rig.Type(role.Item2), Origin.Default));
    }
}
