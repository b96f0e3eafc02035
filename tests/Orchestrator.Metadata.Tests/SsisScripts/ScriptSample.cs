using Orchestrator.Ssis.Expressions;
using Orchestrator.Ssis.Expressions.Binding;
using Orchestrator.Ssis.Expressions.Evaluation;
using Orchestrator.Ssis.Expressions.Types;
using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Scripts;

namespace Orchestrator.Metadata.Tests.SsisScripts;

/// <summary>Scripts of our own making, as their designer begins them, and what they come to.</summary>
internal static class ScriptSample
{
    /// <summary>When the scripts run.</summary>
    public static readonly DateTimeOffset Now = new(2026, 3, 1, 4, 5, 6, TimeSpan.Zero);

    private static readonly Dictionary<string, (SsisValueType Is, SsisValue Has)> Variables = new()
    {
        ["S"] = (SsisValueType.String, new(SsisType.WStr(4000), @"C:\in\sales.old.csv")),
        ["T"] = (SsisValueType.String, new(SsisType.WStr(4000), "")),
        ["N"] = (SsisValueType.Int32, new(SsisType.I4, 7L)),
        ["L"] = (SsisValueType.Int64, new(SsisType.I8, 9L)),
        ["B"] = (SsisValueType.Boolean, new(SsisType.Bool, true)),
        ["D"] = (SsisValueType.DateTime, new(new SsisType(SsisKind.Date), new DateTime(2025, 12, 31, 23, 4, 5))),
    };

    /// <summary>What a script does whose method holds some statements.</summary>
    /// <param name="main">The statements.</param>
    /// <param name="members">What else its class holds.</param>
    public static ScriptWork Of(string main, string members = "") => OfText($$"""
        using System;
        using System.Windows.Forms;

        namespace ST_1
        {
            /// <summary>The entry.</summary>
            [Microsoft.SqlServer.Dts.Tasks.ScriptTask.SSISScriptTaskEntryPointAttribute]
            public partial class ScriptMain : Microsoft.SqlServer.Dts.Tasks.ScriptTask.VSTARTScriptObjectModelBase
            {
                {{"#"}}region Help
                /* void Main() { */
                {{"#"}}endregion
                {{members}}

                public void Main()
                {
                    {{main}}
                }

                enum ScriptResults
                {
                    Success = Microsoft.SqlServer.Dts.Runtime.DTSExecResult.Success,
                    Failure = Microsoft.SqlServer.Dts.Runtime.DTSExecResult.Failure
                };
            }
        }
        """);

    /// <summary>What a script does whose only file has a text.</summary>
    /// <param name="text">The text.</param>
    /// <param name="language">Its language.</param>
    /// <param name="ending">The ending of its name.</param>
    public static ScriptWork OfText(string text, string language = "CSharp", string ending = "cs") =>
        OfFiles(language, new ScriptFile($"ScriptMain.{ending}", text));

    /// <summary>What a script does that has several files.</summary>
    public static ScriptWork OfFiles(string language, params ScriptFile[] files) => ScriptWorks.Of(
        new ScriptCode { Language = language, EntryPoint = "Main", Files = files },
        name => Variables.TryGetValue(Plain(name), out var found)
            ? new ScriptVariable($"User::{Plain(name)}", found.Is, false) : null);

    /// <summary>The same of a script in Visual Basic.</summary>
    public static ScriptWork OfBasic(string main, string members = "") => OfText($$"""
        Imports System
        Imports System.Windows.Forms

        <System.AddIn.AddIn("ScriptMain", Version:="1.0", Publisher:="", Description:="")> _
        <System.CLSCompliantAttribute(False)> _
        Partial Public Class ScriptMain
            Inherits Microsoft.SqlServer.Dts.Tasks.ScriptTask.VSTARTScriptObjectModelBase
            {{members}}

            Enum ScriptResults
                Success = Microsoft.SqlServer.Dts.Runtime.DTSExecResult.Success
                Failure = Microsoft.SqlServer.Dts.Runtime.DTSExecResult.Failure
            End Enum

            ' Sub Main() is what it begins with.
            Public Sub Main()
                {{main}}
            End Sub
        End Class
        """, "VisualBasic", "vb");

    /// <summary>What the one variable is that a script sets, or why there is no value.</summary>
    public static string Result(string main) => Result(Of(main));

    /// <summary>The same of what is known of one.</summary>
    public static string Result(ScriptWork work)
    {
        if (work.Sets is not [{ } set])
        {
            return work.Refused ?? $"{work.Sets.Count} variables";
        }

        if (set.Expression is not { } expression)
        {
            return $"open: {set.Why}";
        }

        var bound = SsisExpression.Parse(expression).Result?.Bind(new SsisNames(
            Variables.Select(each => SsisSymbol.Variable(each.Key, each.Value.Has.Type))));
        var result = bound?.Result?.Evaluate(new SsisScope(symbol => Variables[symbol.Name].Has, () => Now));
        return result?.Result?.Content is { } content ? FormattableString.Invariant($"{content}")
            : $"no value of {expression}: {bound?.Fault?.Reason} {result?.Fault?.Reason}";
    }

    private static string Plain(string name) => name.Replace("User::", "", StringComparison.Ordinal);
}
