using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Scripts.Code;

namespace Orchestrator.Ssis.Scripts;

/// <summary>Finds out what a Script Task does, by reading its text: nothing compiles or runs it. Only a small part of
/// C# is known; whatever is not of that is not guessed at.</summary>
internal static class ScriptWorks
{
    private const string Method = "Main";
    private const string Ending = ".cs";

    /// <summary>What a script does.</summary>
    /// <param name="code">The script.</param>
    /// <param name="find">The variable that a name means; null = there is none.</param>
    public static ScriptWork Of(ScriptCode code, Func<string, ScriptVariable?> find)
    {
        try
        {
            var main = Main(code);
            var run = new ScriptStatements(new ScriptTerms(find));
            var sets = run.Run(main).Sets;
            return new ScriptWork(
                [
                    .. sets.OrderBy(each => each.Key, StringComparer.Ordinal)
                        .Where(each => each.Value.Text != $"@[{each.Key}]")
                        .Select(each => new ScriptSet(each.Key, each.Value.Text, each.Value.Why)),
                ], null)
            {
                Tells = run.Tells,
            };
        }
        catch (ScriptRefusedException refused)
        {
            return new ScriptWork([], refused.Line > 0 ? $"{refused.Message} (line {refused.Line} of its code)"
                : refused.Message);
        }
    }

    private static CSharpNode Main(ScriptCode code)
    {
        var files = code.Files.Where(each => each.Name.EndsWith(Ending, StringComparison.OrdinalIgnoreCase)).ToArray();
        var named = files.Where(each => each.Text.Contains($"void {Method}(", StringComparison.Ordinal)
            || each.Text.Contains($"void {Method} (", StringComparison.Ordinal)).ToArray();
        return code.Language != "CSharp" || files.Length == 0
                ? throw new ScriptRefusedException("only text in C# is read", 0)
            : code.EntryPoint.Length > 0 && code.EntryPoint != Method
                ? throw new ScriptRefusedException($"it begins with {code.EntryPoint}", 0)
            : named is not [var only]
                ? throw new ScriptRefusedException($"it has not one method {Method}", 0)
            : CSharpMain.Of(only.Text, Method, files.Where(each => each != only).Select(each => each.Text));
    }
}
