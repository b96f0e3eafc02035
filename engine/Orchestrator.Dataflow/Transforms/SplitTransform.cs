namespace Orchestrator.Dataflow.Transforms;

/// <summary>
/// Sends each row to one output: that of the first condition that it meets, else to the default. So each row goes
/// somewhere: a flow in which the default has no link does not run.
/// </summary>
public sealed class SplitTransform<T> : Worker
{
    private readonly Input<T> _input;
    private readonly Func<T, bool>[] _conditions;

    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="conditions">One for each output but the default.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public SplitTransform(
        Output<T> from, string name, IReadOnlyList<Func<T, bool>> conditions, LinkOptions? link = null)
        : base(from.Worker.Flow, name)
    {
        _conditions = [.. conditions];
        _input = new Input<T>(this);
        from.LinkTo(_input, link);
        To = [.. conditions.Select((_, i) => new Output<T>(this, $"{i}"))];
        Default = new Output<T>(this, "default");
        Rejects = new Rejects<T>(this);
    }

    /// <summary>The outputs, as the conditions.</summary>
    public IReadOnlyList<Output<T>> To { get; }

    /// <summary>Where those rows leave it that meet no condition.</summary>
    public Output<T> Default { get; }

    /// <summary>What becomes of rows for which a condition failed.</summary>
    public Rejects<T> Rejects { get; }

    protected internal override StepResult Step()
    {
        if (!HasRoom())
        {
            return StepResult.AwaitsRoom;
        }

        var rows = _input.Receive();
        if (rows.Length == 0)
        {
            return _input.HasEnded ? StepResult.Ended : StepResult.AwaitsRows;
        }

        Receive(rows);
        return StepResult.More;
    }

    private void Receive(ReadOnlySpan<T> rows)
    {
        for (var at = 0; at < rows.Length; at++)
        {
            try
            {
                for (; at < rows.Length; at++)
                {
                    Of(rows[at]).Add(rows[at]);
                }
            }
            catch (Exception failure) when (Rejects.Take(failure))
            {
                Rejects.Add(rows[at], failure.Message);
            }
        }
    }

    private Output<T> Of(T row)
    {
        for (var i = 0; i < _conditions.Length; i++)
        {
            if (_conditions[i](row))
            {
                return To[i];
            }
        }

        return Default;
    }

    private bool HasRoom()
    {
        for (var i = 0; i < To.Count; i++)
        {
            if (!To[i].HasRoom)
            {
                return false;
            }
        }

        return Default.HasRoom;
    }
}
