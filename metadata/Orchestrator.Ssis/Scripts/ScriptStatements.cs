using Orchestrator.Ssis.Scripts.Code;

namespace Orchestrator.Ssis.Scripts;

/// <summary>Goes through the statements of a script, without doing any of them, and keeps what they set.</summary>
internal sealed class ScriptStatements(ScriptTerms terms)
{
    private const string Result = "Dts.TaskResult";

    // They tell somebody something.
    private static readonly HashSet<string> Telling = new(StringComparer.Ordinal)
    {
        "Console.Write", "Console.WriteLine", "Debug.Print", "Debug.Write", "Debug.WriteLine", "Dts.Log",
        "MessageBox.Show", "Trace.Write", "Trace.WriteLine", "Trace.TraceInformation", "Trace.TraceWarning",
        "Trace.TraceError",
    };

    // They keep others from variables while it works, and make no difference to it.
    private static readonly HashSet<string> Locking = new(StringComparer.Ordinal)
    {
        "Dts.VariableDispenser.GetVariables", "Dts.VariableDispenser.LockForRead",
        "Dts.VariableDispenser.LockForWrite", "Dts.VariableDispenser.LockOneForRead",
        "Dts.VariableDispenser.LockOneForWrite", "Dts.Variables.Unlock",
    };

    private bool _isCatching;
    private bool _hasCaught;

    /// <summary>Whether it tells somebody something.</summary>
    public bool Tells { get; private set; }

    /// <summary>What the whole of the method sets.</summary>
    /// <exception cref="ScriptRefusedException">It does something that is not known.</exception>
    public ScriptState Run(CSharpNode main)
    {
        All(main.Parts);
        return terms.State;
    }

    // Whoever ends at the very end says nothing by that.
    private void All(IReadOnlyList<CSharpNode> statements)
    {
        for (var at = 0; at < statements.Count; at++)
        {
            if (at < statements.Count - 1 || statements[at].Kind != CSharpNodeKind.Return)
            {
                Do(statements[at]);
            }
        }
    }

    private void Do(CSharpNode node)
    {
        switch (node.Kind)
        {
            case CSharpNodeKind.Block:
                foreach (var each in node.Parts)
                {
                    Do(each);
                }

                break;
            case CSharpNodeKind.Local:
                Declare(node);
                break;
            case CSharpNodeKind.Assign:
                Assign(node);
                break;
            case CSharpNodeKind.Evaluate:
                Call(node.Parts[0]);
                break;
            case CSharpNodeKind.If:
                Choose(node);
                break;
            case CSharpNodeKind.Try:
                Try(node);
                break;
            case CSharpNodeKind.Throw when _isCatching:
                break;
            case CSharpNodeKind.Throw:
                throw new ScriptRefusedException("it fails on purpose", node.Line);
            default:
                throw new ScriptRefusedException("it ends on its way", node.Line);
        }
    }

    private void Declare(CSharpNode node)
    {
        if (CSharpMain.IsKnown(node.Text))
        {
            throw new ScriptRefusedException($"it calls something of its own '{node.Text}'", node.Line);
        }

        terms.State.Locals[node.Text] = node.Parts.Count > 0 ? terms.Of(node.Parts[0])
            : ScriptValue.Open($"'{node.Text}' has no value");
    }

    private void Assign(CSharpNode node)
    {
        var (target, value) = (node.Parts[0], node.Parts[1]);
        if (target.Path == Result && node.Text.Length == 0)
        {
            End(value);
        }
        else if (ScriptNames.Variable(target, terms.Locked) is { } variable)
        {
            var said = terms.Of(value);
            var set = terms.Set(variable, node.Text.Length == 0 ? said
                : ScriptOperators.Binary(node.Text, terms.Read(variable), said));
            terms.State.Sets[terms.NameOf(variable)] = set;
        }
        else if (target.Kind == CSharpNodeKind.Name && terms.State.Locals.TryGetValue(target.Text, out var local))
        {
            var said = terms.Of(value);
            terms.Locked.Remove(target.Text);
            terms.State.Locals[target.Text] = node.Text.Length == 0 ? said
                : ScriptOperators.Binary(node.Text, local, said);
        }
        else
        {
            throw new ScriptRefusedException($"it sets {target.Path ?? target.Text}", node.Line);
        }
    }

    private void End(CSharpNode value)
    {
        if (_isCatching && Is(value, "Failure"))
        {
            return;
        }

        if (!Is(value, "Success"))
        {
            throw new ScriptRefusedException("whether it fails is a matter of its own", value.Line);
        }

        if (_hasCaught)
        {
            throw new ScriptRefusedException("it succeeds also where something has failed within", value.Line);
        }
    }

    private static bool Is(CSharpNode value, string end) =>
        (value.Kind == CSharpNodeKind.Cast ? value.Parts[0].Path : value.Path) is { } path
        && (path == $"ScriptResults.{end}" || path == $"Dts.Results.{end}"
            || path.EndsWith($"DTSExecResult.{end}", StringComparison.Ordinal));

    private void Call(CSharpNode call)
    {
        var callee = call.Parts[0];
        var name = ScriptNames.Static(callee, terms.State) ?? callee.Path ?? "";
        var isError = name == "Dts.Events.FireError";
        if (isError && !_isCatching)
        {
            throw new ScriptRefusedException("it raises an error, which fails the task", call.Line);
        }

        if (Telling.Contains(name) || isError
            || name is "Dts.Events.FireInformation" or "Dts.Events.FireWarning" or "Dts.Events.FireProgress")
        {
            Tells = true;
            _ = terms.Arguments(call);
        }
        else if (Locking.Contains(name) || (callee is { Kind: CSharpNodeKind.Member, Text: "Unlock" }
            && callee.Parts[0].Kind == CSharpNodeKind.Name && terms.State.Locals.ContainsKey(callee.Parts[0].Text)))
        {
            _ = terms.Arguments(call);
            terms.Locked.UnionWith(call.Parts.Where(each => each.Kind == CSharpNodeKind.Reference)
                .Select(each => each.Parts[0].Text));
        }
        else
        {
            _ = terms.Of(call);
        }
    }

    private void Choose(CSharpNode node)
    {
        var condition = terms.Of(node.Parts[0]);
        var before = terms.State;
        terms.State = before.Copy();
        Do(node.Parts[1]);
        var then = terms.State;
        terms.State = before.Copy();
        if (node.Parts.Count > 2)
        {
            Do(node.Parts[2]);
        }

        var otherwise = terms.State;
        terms.State = before;
        terms.State = ScriptState.Either(condition, then, otherwise, before, terms.Read);
    }

    private void Try(CSharpNode node)
    {
        var before = terms.State.Copy();
        Do(node.Parts[0]);
        foreach (var part in node.Parts.Skip(1))
        {
            if (part.Kind == CSharpNodeKind.Finally)
            {
                Do(part.Parts[0]);
            }
            else
            {
                Catch(part, before);
            }
        }
    }

    // What is caught and not told on leaves undone what comes behind it; with it the task fails, as it does without.
    private void Catch(CSharpNode node, ScriptState before)
    {
        var (after, outer) = (terms.State, _isCatching);
        terms.State = after.Copy();
        terms.State.Locals[node.Text] = ScriptValue.Open("what is caught has no equal");
        _isCatching = true;
        var statements = node.Parts[0].Parts;
        All(statements);
        _isCatching = outer;
        if (!terms.State.SetsAs(after))
        {
            throw new ScriptRefusedException("it sets variables where something fails", node.Line);
        }

        var isOver = statements.Count > 0 && statements[^1].Kind is CSharpNodeKind.Throw or CSharpNodeKind.Return;
        var end = statements.LastOrDefault(each => each.Kind == CSharpNodeKind.Throw
            || (each.Kind == CSharpNodeKind.Assign && each.Parts[0].Path == Result));
        var fails = end is { Kind: CSharpNodeKind.Throw } || (end is not null && Is(end.Parts[1], "Failure"));
        var sets = !after.SetsAs(before);
        if (!fails && sets)
        {
            throw new ScriptRefusedException("it goes on where something fails that sets variables", node.Line);
        }

        _hasCaught |= fails && !isOver && sets;
        if (!isOver)
        {
            after.Doubt(before);
            after.Doubt(terms.State);
        }

        terms.State = after;
    }
}
