namespace Orchestrator.Ssis.Expressions.Evaluation;

/// <summary>
/// What becomes of a text that is cast to fewer characters. It is what the truncation disposition of a component says:
/// unless told otherwise the row fails; one that ignores it gets the text cut.
/// </summary>
public enum SsisTruncation
{
    Fail,
    Cut,
}
