using System.Diagnostics.CodeAnalysis;

namespace Orchestrator.Dataflow.Transforms;

/// <summary>One side of a join: its next row and that row's key.</summary>
internal sealed class Side<T, TKey>(Input<T> input, Func<T, TKey> key, KeyOrder<TKey> order, Rejects<T> rejects)
{
    private bool _hasBefore;

    public Input<T> Input => input;

    public Rejects<T> Rejects => rejects;

    /// <summary>Whether there is a row; else the side has ended. Known after <see cref="Look"/>.</summary>
    public bool IsThere { get; private set; }

    public T Row { get; private set; } = default!;

    public TKey Key { get; private set; } = default!;

    public void Begin() => (_hasBefore, IsThere) = (false, false);

    /// <summary>False = whether there is a row is not known at present.</summary>
    /// <exception cref="InvalidOperationException">The rows are not sorted.</exception>
    public bool Look() => IsThere || Next();

    public T Take()
    {
        IsThere = false;
        input.Skip();
        return Row;
    }

    private bool Next()
    {
        T? row;
        TKey? found;
        do
        {
            if (!input.TryPeek(out row))
            {
                return input.HasEnded;
            }
        }
        while (!TryKey(row, out found));

        if (_hasBefore && order.Compare(Key, found) > 0)
        {
            throw NotSorted();
        }

        (IsThere, Row, Key, _hasBefore) = (true, row, found, true);
        return true;
    }

    private bool TryKey(T row, [MaybeNullWhen(false)] out TKey found)
    {
        try
        {
            found = key(row);
            return true;
        }
        catch (Exception failure) when (rejects.Take(failure))
        {
            rejects.Add(row, failure.Message);
            input.Skip();
            found = default;
            return false;
        }
    }

    private InvalidOperationException NotSorted() => new(
        $"rows of input '{input.Name}' of {input.Worker.Name} are not sorted by their key: link a sort before it");
}
