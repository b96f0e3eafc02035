using Orchestrator.Core;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Building;

/// <summary>
/// What the values of a turn that the run has found out may be where names of files and arguments are made of them.
/// They are data: none leads into another folder, stands for another file or variable, or is read as more than one
/// argument. Rows are a piece of one name; a file that was found may lie in folders.
/// </summary>
/// <param name="template">The object as it was made before the run, in whose texts the variables still stand.</param>
/// <param name="kindOf">What the turns of a container come from; null = it has none.</param>
internal sealed class TurnNames(ObjectDefinition template, Func<string?, LoopKind?> kindOf)
{
    /// <summary>What is wrong with them, as a sentence without its end; null = nothing.</summary>
    /// <param name="turns">The turns that the run has found out.</param>
    public string? Problem(IReadOnlyList<InstanceTurn> turns)
    {
        foreach (var turn in turns)
        {
            var kind = kindOf(turn.Container);
            if (kind is not (LoopKind.Rows or LoopKind.Query or LoopKind.Files))
            {
                continue;
            }

            foreach (var value in turn.Values)
            {
                if (Problem(value, isFound: kind == LoopKind.Files) is { } problem)
                {
                    return problem;
                }
            }
        }

        return null;
    }

    private string? Problem(InstanceValue value, bool isFound)
    {
        var text = value.Value?.Text;
        if (text is null)
        {
            return PlaceOfNull(value) is { } place ? $"'{value.Variable}' is NULL, which cannot {place}" : null;
        }

        foreach (var written in Files().Where(written => Has(written, value)))
        {
            var why = isFound ? RefusalOfFound(text) : RefusalOfPiece(value, text, written!);
            if (why is not null)
            {
                return $"'{value.Variable}' in '{written}' cannot be the name of a file: it {why}";
            }
        }

        return Arguments().Where(one => Has(one.Written, value))
            .Select(one => Command.ArgumentRefusal(one.Program, text) is { } why
                ? $"'{value.Variable}' in '{one.Written}' cannot be an argument of '{one.Program}': it {why}" : null)
            .FirstOrDefault(problem => problem is not null);
    }

    private string? PlaceOfNull(InstanceValue value) =>
        NamesAndFiles().Any(written => Has(written, value)) ? "stand in a name"
        : Arguments().Any(one => Has(one.Written, value)) ? "stand in an argument"
        : template.Columns.Any(column => Has(column.Value, value)) ? "be the value of a column" : null;

    // What is there already need not have a name that each system keeps.
    private static string? RefusalOfFound(string text) => text.IndexOfAny(['*', '?']) is var place and >= 0
        ? $"holds {text[place]}, which stands for other files" : RefusalOfText(text);

    private static string? RefusalOfPiece(InstanceValue value, string text, string written)
    {
        if (PortableName.RefusalOfPiece(text) is { } why)
        {
            return why;
        }

        var filled = PlaceholderText.Fill(
            written, (kind, name, _) => kind == "var" && name == value.Variable ? text : "x");
        return RefusalOfText(text) ?? filled.Split('/').Except(written.Split('/'))
            // What is a pattern in the metadata stays one.
            .Select(part => PortableName.Refusal(part.Replace('*', 'x').Replace('?', 'x')))
            .FirstOrDefault(refused => refused is not null);
    }

    // The text is looked at again where a value of the run stands in it, too.
    private static string? RefusalOfText(string text) =>
        text.Contains("${", StringComparison.Ordinal) ? "holds ${, which stands for another value" : null;

    private static bool Has(string? written, InstanceValue value) =>
        written?.Contains($"${{var:{value.Variable}}}", StringComparison.Ordinal) == true;

    private string?[] NamesAndFiles() =>
    [
        template.Target.Name, template.Target.Schema, template.Source?.Name, template.Source?.Schema, .. Files(),
    ];

    private string?[] Files() =>
    [
        template.Source?.File, template.Source?.Member, template.Target.Format is null ? null : template.Target.Name,
        .. template.Own?.Texts(template.At).Where(one => one.IsFile).Select(one => one.Text) ?? [],
    ];

    private IEnumerable<(string Program, string Written)> Arguments() =>
        new[] { template.Source?.Command, template.Process?.Command }.OfType<Command>()
            .SelectMany(command => command.Written.Skip(1).Select(written => (command.Program, Written: written)))
            .Concat(template.Process?.Variables.Select(one => (Program: "", one.Written)) ?? []);
}
