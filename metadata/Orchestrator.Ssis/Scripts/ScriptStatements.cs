using Orchestrator.Ssis.Scripts.Code;

namespace Orchestrator.Ssis.Scripts;

/// <summary>Goes through the statements of a script, without doing any of them, and keeps what they set.</summary>
internal sealed class ScriptStatements(ScriptTerms terms, CSharpMembers members)
{
    private const string Result = "Dts.TaskResult";

    // Methods of its own that are called from one another, and how many calls there are.
    private const int DepthMax = 4;
    private const int CallsMax = 300;

    // Conditions that end it.
    private const int PartsMax = 60;

    // Whether something has failed in the method itself that is followed.
    private bool _isInCatch;
    private bool _hasCaught;
    private bool _hasSucceeded;
    private bool _mayHaveEnded;
    private int _depth;
    private int _calls;
    private int _parts;

    // What the method that is followed gives back, and what it has given.
    private string _gives = CSharpMethod.Nothing;
    private ScriptValue? _given;

    /// <summary>Whether it tells somebody something.</summary>
    public bool Tells { get; private set; }

    /// <summary>What the whole of the method sets.</summary>
    /// <exception cref="ScriptRefusedException">It does something that is not known.</exception>
    public ScriptState Run(CSharpNode main)
    {
        terms.Own = Follow;
        terms.Begin(members);
        All(main.Parts);
        return terms.State;
    }

    // Whoever ends at the very end says nothing by that; behind a condition that ends, the rest is what is otherwise.
    private void All(IReadOnlyList<CSharpNode> statements)
    {
        for (var at = 0; at < statements.Count; at++)
        {
            var each = statements[at];
            if (each.Kind == CSharpNodeKind.If && !_isInCatch && each.Parts.Skip(1).Any(part => part.Ends))
            {
                Part(each, [.. statements.Skip(at + 1)]);
                return;
            }

            if (at < statements.Count - 1 || each.Kind != CSharpNodeKind.Return)
            {
                Do(each);
            }
            else if (each.Parts.Count > 0)
            {
                _given = _isInCatch ? throw new ScriptRefusedException("it gives something back where something fails",
                    each.Line) : ScriptTerms.Become(_gives, terms.Of(each.Parts[0]));
            }
        }
    }

    private void Part(CSharpNode node, CSharpNode[] rest)
    {
        if (++_parts > PartsMax)
        {
            throw new ScriptRefusedException($"it may end in more than {PartsMax} places", node.Line);
        }

        var condition = terms.Condition(node.Parts[0]);
        var before = terms.State;
        terms.Doubts.Choices++;
        var (then, given) = Ended(node.Parts[1], before, rest);
        var (otherwise, other) = Ended(node.Parts.Count > 2 ? node.Parts[2] : null, before, rest);
        terms.Doubts.Choices--;
        terms.State = before;
        terms.State = ScriptState.Either(condition, then, otherwise, before, terms.Read);
        _given = given is null || other is null ? null : ScriptState.Either(condition, given, other);
    }

    // What a branch comes to, with the rest behind it where it does not end.
    private (ScriptState State, ScriptValue? Given) Ended(CSharpNode? branch, ScriptState before, CSharpNode[] rest)
    {
        terms.State = before.Copy();
        _given = null;
        List<CSharpNode> statements = branch is null ? [] : branch.Kind == CSharpNodeKind.Block ? [.. branch.Parts]
            : [branch];
        if (branch is null || !branch.Ends)
        {
            statements.AddRange(rest);
        }

        All(statements);
        return (terms.State, _given);
    }

    // A method of its own is followed as if its statements stood where it is called.
    private ScriptValue Follow(CSharpNode call)
    {
        var name = call.Parts[0].Text;
        var plain = name.StartsWith(CSharpMembers.Own, StringComparison.Ordinal) ? name[CSharpMembers.Own.Length..]
            : name;
        if (members.Find(plain) is not { } method || method.Parameters.Count != call.Parts.Count - 1
            || call.Parts.Any(each => each.Kind == CSharpNodeKind.Reference))
        {
            throw ScriptCalls.Unknown(call);
        }

        if (_depth == DepthMax || ++_calls > CallsMax)
        {
            throw new ScriptRefusedException($"its methods call each other too often, as {plain}", call.Line);
        }

        var given = terms.Arguments(call);
        var (caller, locked, outer) = (terms.State, terms.Locked.ToArray(), (_gives, _given, _isInCatch));
        terms.State = caller.Called();
        terms.Locked.Clear();
        foreach (var (parameter, value) in method.Parameters.Zip(given))
        {
            ScriptNames.Refuse(parameter.Name, call);
            terms.State.Locals[parameter.Name] = ScriptTerms.Become(parameter.Type, value);
        }

        (_gives, _given, _isInCatch) = (method.Type, null, false);
        _depth++;
        All(members.Body(method).Parts);
        _depth--;
        var result = _given ?? ScriptValue.Open($"what {plain} gives back is not known");
        (_gives, _given, _isInCatch) = outer;
        terms.State = caller.Returned(terms.State);
        terms.Locked.Clear();
        terms.Locked.UnionWith(locked);
        return result;
    }

    private void Do(CSharpNode node)
    {
        switch (node.Kind)
        {
            case CSharpNodeKind.Block:
                node.Parts.ToList().ForEach(Do);
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
            case CSharpNodeKind.Throw when terms.Doubts.IsCatching:
                break;
            case CSharpNodeKind.Throw:
                throw new ScriptRefusedException("it fails on purpose", node.Line);
            default:
                throw new ScriptRefusedException("it ends on its way", node.Line);
        }
    }

    private void Declare(CSharpNode node)
    {
        ScriptNames.Refuse(node.Text, node);
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
            var had = terms.Read(variable, target);
            var said = terms.Of(value);
            var set = terms.Set(variable, node.Text.Length == 0 ? said
                : ScriptOperators.Binary(node.Text, had, said));
            RefuseBehind(node);
            terms.State.Sets[terms.NameOf(variable)] = set;
        }
        else if (target.Kind == CSharpNodeKind.Name && terms.State.KeyOf(target.Text) is { } key)
        {
            var local = terms.State.Locals[key];
            var isInferred = value is { Kind: CSharpNodeKind.Become, Text: CSharpStatements.Inferred };
            var said = terms.Of(isInferred ? value.Parts[0] : value);
            terms.Locked.Remove(target.Text);
            terms.State.Locals[key] = node.Text.Length > 0 ? ScriptOperators.Binary(node.Text, local, said)
                : !isInferred || said.Type == local.Type ? said
                : ScriptValue.Open($"'{target.Text}' has the type of what it began with", local.Type);
        }
        else
        {
            throw new ScriptRefusedException($"it sets {target.Path ?? target.Text}", node.Line);
        }
    }

    private void RefuseBehind(CSharpNode node)
    {
        if (_mayHaveEnded)
        {
            throw new ScriptRefusedException("it sets variables behind a catch that may have ended it", node.Line);
        }
    }

    private void End(CSharpNode value)
    {
        if (terms.Doubts.IsCatching && ScriptTold.Ends(value, "Failure"))
        {
            return;
        }

        if (!ScriptTold.Ends(value, "Success") || (terms.Doubts.IsCatching && _depth > 0))
        {
            throw new ScriptRefusedException("whether it fails is a matter of its own", value.Line);
        }

        _hasSucceeded = true;
        if (_hasCaught)
        {
            throw new ScriptRefusedException("it succeeds also where something has failed within", value.Line);
        }
    }

    private void Call(CSharpNode call)
    {
        var callee = call.Parts[0];
        var name = ScriptTold.NameOf(call, terms.State);
        var isError = name == "Dts.Events.FireError";
        if (isError && !terms.Doubts.IsCatching)
        {
            throw new ScriptRefusedException("it raises an error, which fails the task", call.Line);
        }

        if (ScriptTold.Tells(name) || isError)
        {
            Tells = true;
            _ = terms.Arguments(call);
        }
        else if (ScriptTold.Locks(name) || (callee is { Kind: CSharpNodeKind.Member, Text: "Unlock" }
            && callee.Parts[0].Kind == CSharpNodeKind.Name && terms.Locked.Contains(callee.Parts[0].Text)))
        {
            terms.Lock(call);
        }
        else if (ScriptFileCalls.Has(name))
        {
            Work(name, call, null);
        }
        else
        {
            _ = terms.Of(call);
        }
    }

    private void Work(string name, CSharpNode call, CSharpNode? asked)
    {
        if (terms.Doubts.Choices > 0 || terms.Doubts.IsCatching || _hasCaught)
        {
            throw new ScriptRefusedException(
                $"it calls {name} on a condition, or where something has failed", call.Line);
        }

        RefuseBehind(call);
        var work = ScriptFileCalls.Of(name, call, terms.Arguments(call));
        if (asked is not null && terms.Of(asked).Text != work.From)
        {
            throw new ScriptRefusedException($"it calls {name} where another file is there", call.Line);
        }

        terms.Files.Add(work with { IsGuarded = asked is not null });
    }

    private void Choose(CSharpNode node)
    {
        if (ScriptFileCalls.Guarded(node, terms.State) is { } guarded)
        {
            foreach (var each in node.Parts[1].Parts.Select(statement => statement.Parts[0]))
            {
                if (ReferenceEquals(each, guarded.Call))
                {
                    Work(guarded.Name, each, guarded.Asked);
                }
                else
                {
                    Call(each);
                }
            }

            return;
        }

        var condition = terms.Condition(node.Parts[0]);
        var before = terms.State;
        terms.State = before.Copy();
        terms.Doubts.Choices++;
        Do(node.Parts[1]);
        var then = terms.State;
        terms.State = before.Copy();
        if (node.Parts.Count > 2)
        {
            Do(node.Parts[2]);
        }

        terms.Doubts.Choices--;
        var otherwise = terms.State;
        terms.State = before;
        terms.State = ScriptState.Either(condition, then, otherwise, before, terms.Read);
    }

    private void Try(CSharpNode node)
    {
        var (before, works) = (terms.State.Copy(), terms.Files.Count);
        Do(node.Parts[0]);
        foreach (var part in node.Parts.Skip(1))
        {
            if (part.Kind == CSharpNodeKind.Finally)
            {
                Finally(part.Parts[0]);
            }
            else
            {
                Catch(part, before, terms.Files.Count > works);
            }
        }
    }

    private void Finally(CSharpNode block)
    {
        var (works, had) = (terms.Files.Count, _hasSucceeded);
        _hasSucceeded = false;
        Do(block);
        if (_hasSucceeded || terms.Files.Count > works)
        {
            throw new ScriptRefusedException(_hasSucceeded ? "it succeeds also where something has failed within"
                : "it works with files also where something fails", block.Line);
        }

        _hasSucceeded = had;
    }

    // What is caught and not told on leaves undone what comes behind it; with it the task fails, as it does without.
    private void Catch(CSharpNode node, ScriptState before, bool works)
    {
        var (after, outer, within, had) = (terms.State, terms.Doubts.IsCatching, _isInCatch, _hasSucceeded);
        terms.State = after.Copy();
        ScriptNames.Refuse(node.Text, node);
        terms.State.Locals[node.Text] = ScriptValue.Whole("what is caught has no equal");
        _isInCatch = terms.Doubts.IsCatching = true;
        _hasSucceeded = false;
        var statements = node.Parts[0].Parts;
        All(statements);
        (_isInCatch, terms.Doubts.IsCatching) = (within, outer);
        if (!terms.State.SetsAs(after))
        {
            throw new ScriptRefusedException("it sets variables where something fails", node.Line);
        }

        var end = statements.LastOrDefault(each => each.Kind == CSharpNodeKind.Throw
            || (each.Kind == CSharpNodeKind.Assign && each.Parts[0].Path == Result));
        var fails = end is { Kind: CSharpNodeKind.Throw }
            || (end is not null && ScriptTold.Ends(end.Parts[1], "Failure"));
        if (fails && _hasSucceeded)
        {
            throw new ScriptRefusedException("whether it fails is a matter of its own", node.Line);
        }

        _hasSucceeded |= had;
        var sets = works || !after.SetsAs(before);
        if (!fails && sets)
        {
            throw new ScriptRefusedException("it goes on where something fails that sets variables"
                + (works ? " or works with files" : ""), node.Line);
        }

        var isEnd = statements.Count > 0 && statements[^1].Kind == CSharpNodeKind.Return;
        var isOver = (fails && isEnd && _depth == 0) || (statements.Count > 0
            && statements[^1].Kind == CSharpNodeKind.Throw);
        _mayHaveEnded |= isEnd && !isOver;
        _hasCaught |= fails && !isOver && sets;
        if (!isOver)
        {
            after.Doubt(before);
            after.Doubt(terms.State);
        }

        terms.State = after;
    }
}
