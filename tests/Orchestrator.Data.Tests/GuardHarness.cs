using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Tests;

/// <summary>Sends rows of text through a guard and gives back what comes out as text.</summary>
internal sealed class GuardHarness : IDisposable
{
    private readonly RowColumn[] _source;

    public GuardHarness(params GuardColumn[] columns)
    {
        _source = [.. columns.Select(x => new RowColumn(x.Name, new SqlType(SqlTypeKind.NVarChar, SqlType.Max)))];
        Pool = new RowBatchPool(Resources.Memory, _source, bytesMax: 16 * 1024);
        Guard = new Guard(_source, columns, Resources);
    }

    public RunResources Resources { get; } = new();

    public RowBatchPool Pool { get; }

    public Guard Guard { get; }

    public static GuardColumn Column(string name, string type, int source = 0, GuardPolicy policy = GuardPolicy.Fail,
        bool nullable = true, int key = 0, bool sensitive = false) => new()
        {
            Name = name,
            Source = source,
            Type = Type(type),
            Nullable = nullable,
            Key = key,
            Sensitive = sensitive,
            OnTruncation = policy,
            OnScaleLoss = policy,
            OnEncodingLoss = policy,
            OnRangeLoss = policy == GuardPolicy.Truncate ? GuardPolicy.Redirect : policy,
            OnNull = policy == GuardPolicy.Truncate ? GuardPolicy.Redirect : policy,
        };

    public static SqlType Type(string text) =>
        SqlType.TryParse(text, out var type, out var problem) ? type : throw new ArgumentException(problem);

    public RowBatch Check(params string?[][] rows) =>
        Check([.. rows.Select(row => row.Select(x => x is null ? null : Encoding.UTF8.GetBytes(x)).ToArray())]);

    public RowBatch Check(params byte[]?[][] rows)
    {
        var batch = Pool.Rent(CancellationToken.None);
        batch.File = "orders.csv";
        batch.Count = rows.Length;
        for (var row = 0; row < rows.Length; row++)
        {
            for (var column = 0; column < _source.Length; column++)
            {
                if (rows[row][column] is { } value)
                {
                    batch.Columns[column].SetBytes(row, value);
                }
                else
                {
                    batch.Columns[column].SetNull(row);
                }
            }
        }

        return Guard.Check(batch);
    }

    public static string? Text(RowBatch batch, int column, int row)
    {
        var vector = batch.Columns[column];
        Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
        return vector.IsNull(row) ? null
            : vector.Type.IsBinary ? Convert.ToHexString(vector.Bytes(row))
            : ValueStorages.IsText(vector.Type) ? Encoding.UTF8.GetString(vector.Bytes(row))
            : Encoding.UTF8.GetString(room[..ValueFormat.Write(vector, row, room)]);
    }

    /// <summary>One value through one column: its text, or the reason why it was rejected.</summary>
    public static string? One(string type, string? value, GuardPolicy policy = GuardPolicy.Redirect)
    {
        using var harness = new GuardHarness(Column("C", type, policy: policy));
        using var batch = harness.Check([[value]]);
        return batch.Count == 1 ? Text(batch, 0, 0) : batch.Rejected.Single().Reason.ToString();
    }

    public void Dispose()
    {
        Guard.Dispose();
        Pool.Dispose();
    }
}
