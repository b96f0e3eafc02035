using Microsoft.AspNetCore.Components;
using Orchestrator.Core;
using Orchestrator.Report.Parts;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Pages;

/// <summary>Marks for what has a state.</summary>
internal static class Mark
{
    public static RenderFragment Of(RunDigest digest) => Of(digest.State, RunState.Tone(digest));

    public static RenderFragment Of(NodeState state) => Of(Words.Of(state), Tone.Of(state));

    public static RenderFragment Of(string word, string tone) => builder =>
    {
        builder.OpenComponent<StateMark>(0);
        builder.AddAttribute(1, nameof(StateMark.Word), word);
        builder.AddAttribute(2, nameof(StateMark.Tone), tone);
        builder.CloseComponent();
    };
}
