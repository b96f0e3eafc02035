using Orchestrator.Dataflow;

namespace Orchestrator.Lab.Bench;

/// <summary>Loads each row and adds up what is in it, so that none can be lost, doubled or never sent.</summary>
internal sealed class SumTarget<T>(Output<T> from, string name, Func<ReadOnlySpan<T>, ulong> sum)
    : Target<T>(from, name)
{
    private long _rows;
    private ulong _sum;

    /// <exception cref="WrongChecksumException">It received something else.</exception>
    public void Check(long rows, ulong checksum)
    {
        if (_rows != rows || _sum != checksum)
        {
            throw new WrongChecksumException(
                $"{Name} received {_rows:N0} rows with the checksum {_sum}, and {rows:N0} with {checksum} were sent");
        }
    }

    protected override void Receive(ReadOnlySpan<T> rows)
    {
        _rows += rows.Length;
        _sum += sum(rows);
    }
}
