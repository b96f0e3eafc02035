using System.Text;

namespace Orchestrator.Dataflow;

/// <summary>Draws a flow.</summary>
public static class FlowDrawing
{
    /// <summary>
    /// The flow as a Mermaid flowchart: workers as boxes, links as arrows with the names of their outputs where a
    /// worker has several, workers made of workers as boxes around them.
    /// </summary>
    public static string Describe(this Flow flow)
    {
        ArgumentNullException.ThrowIfNull(flow);
        var text = new StringBuilder("flowchart LR\n");
        var numbers = flow.Workers.Index().ToDictionary(each => each.Item, each => each.Index);
        foreach (var worker in flow.Workers.Where(worker => worker.Outer is null))
        {
            Draw(text, worker, numbers, "  ");
        }

        foreach (var (worker, output) in flow.Workers.SelectMany(worker => worker.Outputs.Select(one => (worker, one))))
        {
            if (output.Link is { } link)
            {
                var label = worker.Outputs.Count > 1 ? $"|\"{Escaped(output.Name)}\"|" : "";
                text.Append($"  w{numbers[worker]} -->{label} w{numbers[link.To.Worker]}\n");
            }
        }

        return text.ToString();
    }

    private static void Draw(StringBuilder text, Worker worker, Dictionary<Worker, int> numbers, string indent)
    {
        var box = $"w{numbers[worker]}[\"{Escaped(worker.OwnName)}\"]";
        if (worker is not CompositeWorker composite)
        {
            text.Append($"{indent}{box}\n");
            return;
        }

        text.Append($"{indent}subgraph {box}\n");
        foreach (var part in composite.Inner)
        {
            Draw(text, part, numbers, indent + "  ");
        }

        text.Append($"{indent}end\n");
    }

    // Mermaid reads entities by number between # and ;.
    private static string Escaped(string text) =>
        text.Replace("#", "#35;").Replace("\"", "#34;").ReplaceLineEndings(" ");
}
