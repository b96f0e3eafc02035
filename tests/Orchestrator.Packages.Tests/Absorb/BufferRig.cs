using Orchestrator.Data;
using Orchestrator.Data.Absorb;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Absorb;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Absorb;

/// <summary>A buffer over the target `t` with the key K and a value V, on one platform.</summary>
internal sealed class BufferRig : IDisposable
{
    private readonly PatternRig _rig;

    public BufferRig(
        Platform platform, string? orderBy = null, bool isPersisted = true,
        BufferIndex index = BufferIndex.Ordered)
    {
        _rig = new PatternRig(platform);
        var connection = _rig.Rig.Solution.Connections.Single(one => one.Name == _rig.Target.Connection);
        var dialect = Platforms.Of(connection)!.Dialect;
        RowColumn[] columns =
        [
            new("K", Rig.Type("int"), Nullable: false), new("V", Rig.Type("bigint")), new("At", Rig.Type("int")),
        ];
        var target = dialect.Table(_rig.Target.Schema, "t");
        Sql = dialect.Absorb(new BufferedTable(
            target with { Name = "t_buffer" }, target, columns, ["K"], orderBy, "RowBufferId")
        {
            Index = index,
        });
        using var database = Open();
        database.CreateTable(target, Sql.Table.Written);
        database.Execute(dialect.UniqueIndex(target, [columns[0]], "key"));
        foreach (var statement in Sql.Create(new BufferOptions(isPersisted, 1)))
        {
            database.Execute(statement);
        }
    }

    public PatternRig Pattern => _rig;

    public AbsorbDialect Sql { get; }

    public string Buffer => _rig.Table.Replace("t", "t_buffer");

    /// <summary>A session of a writer or a drainer.</summary>
    public IDatabase Open()
    {
        var context = _rig.Rig.Context(_rig.Load(new LoadOptions()));
        return DatabaseAccess.ToTarget(context).Open();
    }

    public static string Insert(int key, long value, int? at = null) =>
        $"INSERT INTO t_buffer (\"K\", \"V\", \"At\") VALUES ({key}, {value}, {at?.ToString() ?? "NULL"})";

    /// <summary>Drains all that is there, over a session of its own.</summary>
    public DrainedRows Drain(long rowsMax = 1_000_000, DrainRejects? rejects = null)
    {
        using var database = Open();
        using var lease = DrainLease.Take(database, Sql, DrainOwner.New("test"), CancellationToken.None);
        var drain = new Drain(
            database, Sql, lease, new BatchSize(rowsMax, TimeSpan.FromSeconds(1)), 0, TimeProvider.System, rejects);
        while (drain.Next(long.MaxValue, CancellationToken.None).Taken > 0)
        {
        }

        return drain.Total;
    }

    /// <summary>What takes rows that the target refuses.</summary>
    public DrainRejects Rejects() => DrainRejects.Of(_rig.Rig.Context(_rig.Load(
        new LoadOptions(), Rig.Column("K", "int", key: 1), Rig.Column("V", "bigint"), Rig.Column("At", "int")) with
    {
        Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
    }))!;

    public string[] Held() => _rig.Query($"SELECT \"K\", \"V\" FROM {_rig.Table} ORDER BY \"K\"");

    public void Dispose() => _rig.Dispose();
}
