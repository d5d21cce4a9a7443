import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as core from 'kubernetes-models/v1';

/** Classes of the kinds that the manifests use. */
export const MODELS = {
  'v1 Service': core.Service,
  'v1 ConfigMap': core.ConfigMap,
  'apps/v1 Deployment': apps.Deployment,
  'apps/v1 StatefulSet': apps.StatefulSet,
  'autoscaling/v2 HorizontalPodAutoscaler': autoscaling.HorizontalPodAutoscaler,
};
