using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Scripts.Code;

namespace Orchestrator.Ssis.Scripts;

/// <summary>Finds out what a Script Task does, by reading its text: nothing compiles or runs it. Only a small part of
/// C# and of Visual Basic is known; whatever is not of that is not guessed at.</summary>
internal static class ScriptWorks
{
    private const string Method = "Main";
    private const string Basic = "VisualBasic";

    /// <summary>What a script does.</summary>
    /// <param name="code">The script.</param>
    /// <param name="find">The variable that a name means; null = there is none.</param>
    public static ScriptWork Of(ScriptCode code, Func<string, ScriptVariable?> find)
    {
        try
        {
            var read = Read(code);
            var terms = new ScriptTerms(find);
            var run = new ScriptStatements(terms, read.Members);
            ScriptSet[] sets =
            [
                .. run.Run(read.Main).Sets.OrderBy(each => each.Key, StringComparer.Ordinal)
                    .Where(each => each.Value.Text != $"@[{each.Key}]")
                    .Select(each => new ScriptSet(each.Key, each.Value.Text, each.Value.Why)),
            ];
            if (Array.TrueForAll(sets, each => each.Expression is not null))
            {
                terms.Doubts.Refuse(
                [
                    .. sets.Select(each => each.Expression!),
                    .. terms.Files.SelectMany(each => new[] { each.From, each.To ?? "" }),
                ]);
            }

            return sets.Length > 0 && terms.Files.Count > 0
                ? throw new ScriptRefusedException("it works with files and sets variables as well", 0)
                : new ScriptWork(sets, null) { Tells = run.Tells, Files = terms.Files };
        }
        catch (ScriptRefusedException refused)
        {
            return new ScriptWork([], refused.Line > 0 ? $"{refused.Message} (line {refused.Line} of its code)"
                : refused.Message);
        }
    }

    private static CSharpClass Read(ScriptCode code)
    {
        var isBasic = code.Language == Basic;
        var ending = code.Language switch
        {
            "CSharp" => ".cs",
            Basic => ".vb",
            _ => throw new ScriptRefusedException("only text in C# and Visual Basic is read", 0),
        };
        if (code.EntryPoint.Length > 0 && code.EntryPoint != Method && !isBasic)
        {
            throw new ScriptRefusedException($"it begins with {code.EntryPoint}", 0);
        }

        // The file of the one class that it is, and those that hold nothing of it.
        var files = code.Files.Where(each => each.Name.EndsWith(ending, StringComparison.OrdinalIgnoreCase))
            .Select(each => (each.Name, Tokens: Tokens(each.Text, isBasic))).ToArray();
        var others = files.Where(each => !ScriptShape.IsOfDesigner(each.Tokens)).ToArray();
        return others switch
        {
            [] => throw new ScriptRefusedException($"it has not one method {Method}", 0),
            [var only] => isBasic ? new CSharpClass(BasicMain.Of(only.Tokens), CSharpMembers.None)
                : CSharpMain.Of(only.Tokens),
            _ => throw new ScriptRefusedException(
                $"several files have code of their own, as '{others[0].Name}' and '{others[1].Name}'", 0),
        };
    }

    private static List<CSharpToken> Tokens(string text, bool isBasic) =>
        isBasic ? new BasicLexer(text).Read() : new CSharpLexer(text).Read();
}
