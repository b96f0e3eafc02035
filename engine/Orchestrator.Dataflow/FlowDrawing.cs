using System.Text;

namespace Orchestrator.Dataflow;

/// <summary>Draws a flow.</summary>
public static class FlowDrawing
{
    /// <summary>
    /// The flow as a Mermaid flowchart: workers as boxes, links as arrows with the names of their outputs where a
    /// worker has several.
    /// </summary>
    public static string Describe(this Flow flow)
    {
        ArgumentNullException.ThrowIfNull(flow);
        var text = new StringBuilder("flowchart LR\n");
        var numbers = flow.Workers.Index().ToDictionary(each => each.Item, each => each.Index);
        foreach (var worker in flow.Workers)
        {
            text.Append($"  w{numbers[worker]}[\"{Escaped(worker.Name)}\"]\n");
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

    // Mermaid reads entities by number between # and ;.
    private static string Escaped(string text) =>
        text.Replace("#", "#35;").Replace("\"", "#34;").ReplaceLineEndings(" ");
}
