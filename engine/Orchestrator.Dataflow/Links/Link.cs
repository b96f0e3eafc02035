namespace Orchestrator.Dataflow.Links;

/// <summary>What a link is to the flow, whatever its rows.</summary>
internal abstract class Link(Output from, Input to, LinkOptions options)
{
    public Output From { get; } = from;

    public Input To { get; } = to;

    public LinkOptions Options { get; } = options;

    /// <summary>Never full: what does not fit waits behind it.</summary>
    public bool IsElastic { get; set; }

    /// <summary>Why its rows cannot wait in a file where they may have to; null = they can, or never do.</summary>
    public abstract string? RefusesFiles { get; }

    /// <summary>Rows that its consumer has received.</summary>
    public abstract long Received { get; }

    /// <summary>Buffers that wait.</summary>
    public abstract int Waiting { get; }

    public LinkProgress Progress =>
        new(From.Worker.Name, From.Name, To.Worker.Name, To.Name, Received, Waiting, Options.Depth);

    /// <summary>Nothing that was put waits for room; moves on what does. Called by the producer.</summary>
    public abstract bool Drain();

    /// <summary>Whether its producer could go on. Called by the producer.</summary>
    public abstract bool HasRoom { get; }

    /// <summary>Tells its producer of room that it has not heard of. Called by the consumer.</summary>
    public abstract void TellOfRoom();

    /// <summary>Makes it ready for one run.</summary>
    public abstract void Begin(Pools pools);

    /// <summary>Gives back all that is still on its way; called when nothing is at work.</summary>
    public abstract void End();
}
