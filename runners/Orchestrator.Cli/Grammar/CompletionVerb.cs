using System.CommandLine;
using Orchestrator.Cli.Output;

namespace Orchestrator.Cli.Grammar;

/// <summary>`completion SHELL`: a script for the shell, which asks this command what fits.</summary>
internal static class CompletionVerb
{
    private static readonly Argument<string> Shell = Verb.Required("SHELL", "bash, zsh, fish or pwsh");

    private static readonly Dictionary<string, string> Scripts = new()
    {
        ["bash"] = """
            # orchestrator: source <(orchestrator completion bash)
            _orchestrator() {
              local IFS=$'\n'
              COMPREPLY=( $(orchestrator "[suggest:${COMP_POINT}]" "${COMP_LINE}" 2>/dev/null) )
            }
            complete -o default -F _orchestrator orchestrator
            """,
        ["zsh"] = """
            # orchestrator: source <(orchestrator completion zsh)
            _orchestrator() {
              local -a found
              found=("${(@f)$(orchestrator "[suggest:${CURSOR}]" "${BUFFER}" 2>/dev/null)}")
              compadd -a found
            }
            compdef _orchestrator orchestrator
            """,
        ["fish"] = """
            # orchestrator: orchestrator completion fish | source
            function __orchestrator
              set -l typed (commandline -cp)
              orchestrator "[suggest:"(string length -- "$typed")"]" "$typed" 2>/dev/null
            end
            complete -f -c orchestrator -a '(__orchestrator)'
            """,
        ["pwsh"] = """
            # orchestrator: orchestrator completion pwsh | Out-String | Invoke-Expression
            Register-ArgumentCompleter -Native -CommandName orchestrator -ScriptBlock {
              param($word, $line, $at)
              orchestrator "[suggest:$at]" "$line" 2>$null | ForEach-Object {
                [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
              }
            }
            """,
    };

    public static Verb Create()
    {
        Shell.CompletionSources.Clear();
        Shell.CompletionSources.Add([.. Scripts.Keys]);
        return new Verb("completion", "Print a completion script for a shell", Run)
        {
            Takes = [Shell],
            Outputs = ["text"],
            Examples = ["completion bash", "completion pwsh"],
        };
    }

    private static int Run(Call call)
    {
        var shell = call.RequiredArgument(Shell);
        if (!Scripts.TryGetValue(shell, out var script))
        {
            throw new UsageException($"expected SHELL to be one of {string.Join(", ", Scripts.Keys)}, got: '{shell}'");
        }

        call.Results.Write(script.ReplaceLineEndings("\n").Split('\n').Select(line => (Line)line));
        return ExitCode.Done;
    }
}
