namespace Orchestrator.Lab.Calibrate.Concurrency;

/// <summary>How many processors there are, by whom one asks; null = it does not say. Pure.</summary>
public sealed record ProcessorFacts
{
    /// <summary>What the runtime counts, and so −1 too.</summary>
    public required int Runtime { get; init; }

    /// <summary>What DOTNET_PROCESSOR_COUNT says.</summary>
    public int? Variable { get; init; }

    /// <summary>Those that are on in the machine.</summary>
    public int? Machine { get; init; }

    /// <summary>Those that this process may run on.</summary>
    public int? Affinity { get; init; }

    /// <summary>How many processors' time the container gets.</summary>
    public double? Quota { get; init; }

    /// <summary>What this process really has.</summary>
    public double Available => Math.Min(Affinity ?? Machine ?? Runtime, Quota ?? double.MaxValue);

    /// <summary>Where they differ, as sentences without their end.</summary>
    public IEnumerable<string> Warnings
    {
        get
        {
            if (Variable is { } said && said != (int)Math.Ceiling(Available))
            {
                yield return $"DOTNET_PROCESSOR_COUNT says {said}, and this process may use {Available:0.##}: "
                    + $"maxConcurrency -1 is {Runtime + 2} by it; unset the variable, or write what is meant";
            }
            else if (Runtime != (int)Math.Ceiling(Available))
            {
                yield return $"the runtime counts {Runtime} processors, and this process may use {Available:0.##}";
            }

            if (Quota is { } quota && quota != Math.Floor(quota))
            {
                yield return $"the container gets {quota:0.##} processors, and -1 counts {Math.Ceiling(quota):0}: "
                    + "what is over is taken away in pauses";
            }

            if (Machine is { } machine && machine > Math.Ceiling(Available))
            {
                var why = Quota is { } limit && limit <= (Affinity ?? int.MaxValue)
                    ? $"its container gets the time of {limit:0.##}" : $"its affinity names {Affinity}";
                yield return $"the machine has {machine} processors, and this process may use {Available:0.##}, as "
                    + $"{why}; a database beside it may have more, so that more packages than -1 may be right";
            }
        }
    }
}
