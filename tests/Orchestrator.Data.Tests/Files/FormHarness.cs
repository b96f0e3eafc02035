using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data.Forms;

namespace Orchestrator.Data.Tests.Files;

/// <summary>Sends text of a form through a guard, one value after the other.</summary>
internal sealed class FormHarness : IDisposable
{
    private readonly RowBatchPool _pool;
    private readonly Guard _guard;

    public FormHarness(ValueForms forms, string type, GuardPolicy policy = GuardPolicy.Redirect)
    {
        RowColumn[] source = [new RowColumn("C", GuardType.Text) { Forms = forms }];
        var resources = new RunResources();
        _pool = new RowBatchPool(resources.Memory, source);
        _guard = new Guard(source, [GuardHarness.Column("C", type, policy: policy)], resources);
    }

    public static ValueForms German { get; } =
        new() { Number = new NumberForm(",", ".") };

    public static TimeForm Times(string pattern) => TimePattern.TryParse(pattern, out var parsed, out var problem)
        ? new TimeForm(parsed)
        : throw new ArgumentException(problem, nameof(pattern));

    public static ValueForms All(string pattern) => new ValueForms().With(Times(pattern));

    /// <summary>The value as SQL writes it, or the reason why it was rejected.</summary>
    public string? One(string text)
    {
        using var checkedBatch = Check(text);
        return checkedBatch.Count == 1
            ? GuardHarness.Text(checkedBatch, 0, 0)
            : checkedBatch.Rejected.Single().Reason.ToString();
    }

    /// <summary>Why a value was rejected, in words.</summary>
    public RejectedRow Refused(string text)
    {
        using var checkedBatch = Check(text);
        return checkedBatch.Rejected.Single();
    }

    public void Dispose()
    {
        _guard.Dispose();
        _pool.Dispose();
    }

    private RowBatch Check(string text)
    {
        var batch = _pool.Rent(CancellationToken.None);
        batch.Count = 1;
        batch.Columns[0].SetBytes(0, Encoding.UTF8.GetBytes(text));
        return _guard.Check(batch);
    }
}
