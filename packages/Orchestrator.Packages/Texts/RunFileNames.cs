using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Metadata.Loading;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Texts;

/// <summary>
/// Puts values into names of files. A value is a piece of one name: it leads into no other folder, stands for no other
/// file, and is none that another system would not keep.
/// </summary>
internal sealed class RunFileNames(PackageContext context)
{
    /// <summary>What stands for a fact that nobody knows.</summary>
    public const string NoFact = "-";

    /// <summary>A path below a folder, with its values.</summary>
    /// <param name="written">As it is written, with what stands for variables.</param>
    /// <exception cref="PackageRefusedException">A value is no piece of the name of a file.</exception>
    public string Of(string written)
    {
        var path = PlaceholderText.Fill(written, (kind, name, whole) => kind == "var" ? Piece(name, written)
            : FactName.TryParse(kind, name, out var fact) ? Piece(fact, written)
            : ConnectionValues.Of(() => context.Resolve(whole)));
        foreach (var part in path.Split('/').Except(written.Split('/')))
        {
            // What is a pattern in the metadata stays one.
            if (PortableName.Refusal(part.Replace('*', 'x').Replace('?', 'x')) is { } why)
            {
                throw Refused($"'{written}' with its values", why);
            }
        }

        return path;
    }

    /// <summary>Why a value is no piece of the name of a file, behind "it"; null = it is one.</summary>
    public static string? Refusal(string? value) => PortableName.RefusalOfPiece(value);

    private string Piece(string variable, string written)
    {
        var value = context.ValueOf(variable)?.Text;
        // What is known before the run the metadata have judged, and what a turn gives whoever made its object; it may
        // be a folder, or lie in one.
        return value is not null && (!context.IsOfRun(variable) || context.IsOfTurn(variable)) ? value
            : Refusal(value) is { } why ? throw Refused($"The value of '{variable}' in '{written}'", why) : value!;
    }

    // What a server has said is no better than what a table holds; of a run nobody has a say.
    private string Piece(FactName fact, string written)
    {
        var value = context.FactOf(fact)?.Text ?? NoFact;
        return fact.IsOfRun || Refusal(value) is not { } why ? value : throw Refused($"{fact} in '{written}'", why);
    }

    private PackageRefusedException Refused(string what, string why) => new("ORC3628", ErrorClass.Data, "open",
        $"{what} cannot be the name of a file of '{context.Object.FullName}': it {why}. No file was touched. Correct "
        + "what sets it.", context.Object.At);
}
