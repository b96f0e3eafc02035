using Orchestrator.Dataflow.Links;

namespace Orchestrator.Dataflow.Running;

/// <summary>Whether a flow can run, and where it needs room without end to do so.</summary>
internal static class FlowChecks
{
    /// <exception cref="InvalidOperationException">It cannot run; the message says what to do.</exception>
    public static void Check(Flow flow)
    {
        if (flow.Workers.Count == 0)
        {
            throw new InvalidOperationException($"the flow '{flow.Name}' has no workers: add a source and a target");
        }

        if (flow.Outer is { } open)
        {
            throw new InvalidOperationException(
                $"the flow '{flow.Name}' cannot run: parts of {open.Name} are still being added; dispose of what began "
                + "that");
        }

        foreach (var worker in flow.Workers)
        {
            CheckLinks(flow, worker);
        }

        CheckOrder(flow);
        WaitCycles.Open(flow.Workers);
        CheckFiles(flow);
    }

    /// <summary>Before the first row, and not when the memory is full.</summary>
    private static void CheckFiles(Flow flow)
    {
        foreach (var link in flow.Workers.SelectMany(worker => worker.Inputs).Select(input => input.Link!))
        {
            if (link.RefusesFiles is { } why)
            {
                throw new InvalidOperationException(
                    $"the flow '{flow.Name}' cannot run: any number of rows may wait between {link.From.Worker.Name} "
                    + $"and {link.To.Worker.Name}, and {why}");
            }
        }
    }

    private static void CheckLinks(Flow flow, Worker worker)
    {
        if (worker.Inputs.Find(input => input.Link is null) is { } input)
        {
            throw new InvalidOperationException(
                $"the flow '{flow.Name}' cannot run: nothing is linked to input '{input.Name}' of {worker.Name}");
        }

        if (worker.Outputs.Find(output => output.Link is null && !output.IsOptional) is { } output)
        {
            throw new InvalidOperationException(
                $"the flow '{flow.Name}' cannot run: output '{output.Name}' of {worker.Name} is linked to nothing; "
                + "link it to a target, a trash target if its rows are not wanted");
        }

        if (worker.Inputs.Find(one => one.Link!.From.Worker.Flow != flow) is { } foreign)
        {
            throw new InvalidOperationException(
                $"input '{foreign.Name}' of {worker.Name} is linked to {foreign.Link!.From.Worker.Name} of the flow "
                + $"'{foreign.Link.From.Worker.Flow.Name}': a link cannot lead from one flow into another");
        }
    }

    /// <summary>Rows only go forward: a flow that leads back into itself would never end.</summary>
    private static void CheckOrder(Flow flow)
    {
        var open = flow.Workers.ToDictionary(worker => worker, worker => worker.Inputs.Count);
        var free = new Queue<Worker>(flow.Workers.Where(worker => worker.Inputs.Count == 0));
        var seen = 0;
        while (free.TryDequeue(out var worker))
        {
            seen++;
            foreach (var link in worker.Outputs.Select(output => output.Link).OfType<Link>())
            {
                if (--open[link.To.Worker] == 0)
                {
                    free.Enqueue(link.To.Worker);
                }
            }
        }

        if (seen < flow.Workers.Count)
        {
            var names = string.Join(", ", open.Where(each => each.Value > 0).Select(each => each.Key.Name).Take(5));
            throw new InvalidOperationException(
                $"the flow '{flow.Name}' cannot run: rows would go round in a circle through {names}");
        }
    }
}
